import Foundation

/// A spec whose response becomes a file.
struct Download: ConnectionSpec {
    typealias ResponseModel = DownloadedFile

    private let spec: any RequestSpec
    private let target: DownloadTarget
    private let restart: DownloadRestart

    init(_ spec: sending any RequestSpec, to target: DownloadTarget, restart: DownloadRestart) {
        self.spec = spec
        self.target = target
        self.restart = restart
    }

    var url: String { spec.url }
    var httpMethod: HTTPMethod { spec.httpMethod }
    var urlQuery: URLQuery? { spec.urlQuery }
    var content: (any Encodable)? { spec.content }
    var contentEncoder: (any ContentEncoder)? { spec.contentEncoder }
    var redirects: RedirectPolicy? { spec.redirects }
    func makePostData() -> Data? { spec.makePostData() }
    func makeBody() throws -> RequestBody? { try spec.makeBody() }

    /// Those of the spec, and those that ask for the rest of what is there. The parts of a file that is compressed on its way
    /// are not those of the file, so that is not asked for. Only a GET has ranges (RFC 9110, section 14.2).
    var headers: [String: String] {
        let fingerprint = fingerprint
        var headers = HTTPHeaders(spec.headers)
        if headers["Accept-Encoding"] == nil { headers.add("Accept-Encoding", "identity") }
        guard httpMethod == .get, headers["Range"] == nil, !restart.isWanted() else { return headers.dictionary }
        let rest = PartialFile.headers(at: target.partURL(for: fingerprint), fingerprint: fingerprint)
        return headers.dictionary.merging(rest) { own, _ in own }
    }

    var bodyReader: (@Sendable (ResponseStream) async throws -> DownloadedFile)? {
        let (target, fingerprint) = (target, fingerprint)
        return { try await target.receive($0, fingerprint) }
    }

    func parseResponse(response: Response) throws -> DownloadedFile { throw ConnectionErrorType.parse }

    /// What is asked for, in a form that shows nothing of it: the URL may hold secrets.
    private var fingerprint: String {
        let query = spec.urlQuery?.encoded(by: DefaultURLEncoder()) ?? ""
        let content = spec.content.flatMap { try? JSONContentEncoder(nulls: .sent).encode($0).body?.source }
        guard case .data(let json) = content else { return "\(spec.httpMethod) \(spec.url) \(query)".fingerprint }
        return "\(spec.httpMethod) \(spec.url) \(query) \(String(decoding: json, as: UTF8.self))".fingerprint
    }
}

extension DownloadTarget {
    /// Writes the body to the file.
    fileprivate func receive(_ stream: ResponseStream, _ fingerprint: String) async throws -> DownloadedFile {
        let file = try PartialFiles.shared.open(partURL(for: fingerprint), fingerprint: fingerprint, for: stream)
        for try await chunk in stream.body {
            try Task.checkCancellation()
            try file.append(chunk)
        }
        try Task.checkCancellation()
        let length = try file.finish()
        let url = try place(file.url, stream)
        file.forget()
        return DownloadedFile(url: url, length: length, resumedAt: file.offset, response: stream.head())
    }
}

extension HTTPHeaders {
    fileprivate var dictionary: [String: String] {
        Dictionary(map { ($0.name.rawValue, $0.value) }) { first, _ in first }
    }
}

extension String {
    /// 64 bits of FNV-1a, in hexadecimal digits.
    fileprivate var fingerprint: String {
        let hash = utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
