import AbstractHTTP
import Foundation
import Testing

@testable import AbstractHTTPCurl

/// The servers that `Tests/Scripts/curl-servers` has started, and the files that it has created for them.
struct Servers: Sendable {
    /// Where certificates and files are.
    let folder: URL
    /// The first port.
    let port: Int

    /// Nil without that script.
    static let running: Servers? = {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["ABSTRACTHTTP_SERVERS"],
            let port = environment["ABSTRACTHTTP_SERVERS_PORT"].flatMap({ Int($0) })
        else { return nil }
        return Servers(folder: URL(filePath: folder), port: port)
    }()

    /// Whether name queries are written to the file `questions` and not answered.
    static let hasSilentNames =
        running != nil && ProcessInfo.processInfo.environment["ABSTRACTHTTP_SILENT_NAMES"] != nil

    /// One of the ports. Each has its own purpose.
    enum Service: Int {
        case plain
        case secure
        /// Its certificate is for another name.
        case misnamed
        /// It asks for a certificate of the client.
        case asking
        case httpProxy
        case httpProxyWithPassword
        case socks
        case socksWithPassword
        /// Its responses break off over HTTP/2, as the path says (`http2_faults.py`).
        case faulty
        /// An HTTP proxy with Digest, squid.
        case httpProxyWithDigest
        /// Its connections break in every way, over TLS (`storm_server.py`).
        case storm
    }

    func port(of service: Service) -> Int { port + service.rawValue }

    func file(_ name: String) -> URL { folder.appending(path: name) }

    /// The pin of a server's key.
    func pin(_ name: String) throws -> String {
        try String(contentsOf: file(name + ".pin"), encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A URL of a service on this machine.
    func url(_ service: Service, _ path: String = "/", host: String = "localhost") throws -> URL {
        let scheme = service == .plain ? "http" : "https"
        return try #require(URL(string: "\(scheme)://\(host):\(port(of: service))\(path)"))
    }

    /// A connector that trusts the authority of the servers, unless `configure` changes that.
    func connector(_ configure: (inout CurlConnector.Options) throws -> Void = { _ in }) throws -> CurlConnector {
        try CurlConnector { options in
            options.trustedCertificates = file("own.crt")
            try configure(&options)
        }
    }
}

extension CurlConnector {
    /// The whole response to a GET.
    func response(to url: URL) async throws -> Response { try await response(to: Request(url: url)) }

    /// The kind of the error of a GET, or nil if there is none.
    func failureKind(of url: URL) async -> TransportError.Kind? {
        do {
            _ = try await response(to: url)
            return nil
        } catch {
            return kind(of: error) ?? .other
        }
    }
}
