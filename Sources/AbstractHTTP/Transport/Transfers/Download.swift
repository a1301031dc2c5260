import Foundation

/// A spec whose response becomes a file.
struct Download: ConnectionSpec {
    typealias ResponseModel = DownloadedFile
    typealias FailureModel = any Sendable
    /// Makes the model of a failure.
    typealias FailureParser = @Sendable (Response) throws -> (any Sendable)?

    private let spec: any RequestSpec
    private let config: ConnectionConfig
    private let target: DownloadTarget
    private let restart: DownloadRestart
    private let failure: FailureParser?

    init(
        _ spec: sending any RequestSpec, _ config: ConnectionConfig, to target: DownloadTarget,
        restart: DownloadRestart, failure: FailureParser?
    ) {
        self.spec = spec
        self.config = config
        self.target = target
        self.restart = restart
        self.failure = failure
    }

    var url: String { spec.url }
    var method: Any { spec.method }
    var httpMethod: Any { spec.httpMethod }
    var urlQuery: Any { spec.urlQuery }
    var content: Any { spec.content }
    var contentEncoder: Any { spec.contentEncoder }
    var redirects: Any { spec.redirects }
    var deadlines: Any { spec.deadlines }
    var carriesIdempotencyKey: Bool { spec.carriesIdempotencyKey }
    func makePostData() throws -> Any { try spec.makePostData() }
    func makeBody() throws -> Any { try spec.makeBody() }

    /// The header fields of the spec except for ranges, and those that request the rest of a partial file. Compression
    /// is not requested, because the parts of a compressed body are not parts of the file. Only a GET has ranges (RFC
    /// 9110, section 14.2).
    var headers: Any {
        guard var headers = try? spec.headerFields() else { return spec.headers }
        let fingerprint = fingerprint
        headers["Range"] = nil
        headers["If-Range"] = nil
        if headers["Accept-Encoding"] == nil { headers.add("Accept-Encoding", "identity") }
        let part = target.partURL(for: fingerprint)
        let mayResume = (try? spec.methodValue()) == .get && restart.allowsResume()
        let rest = mayResume ? PartialFile.headers(at: part, fingerprint: fingerprint) : [:]
        restart.note(isResume: !rest.isEmpty)
        for (name, value) in rest where headers[name] == nil { headers[name] = value }
        return headers
    }

    var bodyReader: (@Sendable (ResponseStream) async throws -> DownloadedFile)? {
        let (target, fingerprint) = (target, fingerprint)
        return { try await target.receive($0, fingerprint) }
    }

    func parseResponse(response: Response) throws -> DownloadedFile { throw ConnectionErrorType.parse }
    func parseFailure(response: Response) throws -> (any Sendable)? { try failure?(response) }

    /// A hash of the request, because the URL may contain secrets. It includes only the headers that select a
    /// representation. Others, such as credentials, may change each time.
    private var fingerprint: String {
        let query = try? spec.queryValue(DefaultURLEncoder())
        let encodedQuery = query?.pairs?.encoded(by: DefaultURLEncoder()) ?? query?.encoded ?? ""
        let url = (try? config.absoluteURL(of: spec.url)) ?? spec.url
        var parts = ["\((try? spec.methodValue()) ?? .get)", url, encodedQuery]
        let fields = (try? spec.headerFields()) ?? [:]
        parts += fields.map { "\($0.name.rawValue.lowercased()): \($0.value)" }
            .filter { $0.hasPrefix("accept") }.sorted()
        if let data = try? spec.postDataValue() { parts.append(data.base64EncodedString()) }
        let content = try? spec.contentValue().flatMap { try JSONContentEncoder(nulls: .sent).encode($0).body?.source }
        if case .data(let json) = content { parts.append(String(decoding: json, as: UTF8.self)) }
        return parts.joined(separator: "\n").fnv1aHash
    }
}

extension DownloadTarget {
    /// Writes the body to the file.
    fileprivate func receive(_ stream: ResponseStream, _ fingerprint: String) async throws -> DownloadedFile {
        guard stream.statusCode != 204, stream.statusCode != 205 else { throw DownloadError.noContent }
        let file = try PartialFiles.shared.open(partURL(for: fingerprint), fingerprint: fingerprint, for: stream)
        for try await chunk in stream.body {
            try Task.checkCancellation()
            try file.append(chunk)
        }
        try Task.checkCancellation()
        let (url, length) = try file.finish { part in try place(part, stream) }
        return DownloadedFile(url: url, length: length, resumedAt: file.offset, response: stream.head())
    }
}
