import Foundation

/// A spec whose response becomes a file.
struct Download: ConnectionSpec, LiveResponseSpec {
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

    /// The request of the spec, without its own ranges, that asks for the rest of a partial file. Compression is not
    /// requested, because the parts of a compressed body are not parts of the file. Only a GET has ranges (RFC 9110,
    /// section 14.2).
    var request: HTTP {
        get throws {
            var http = try spec.request
            let fingerprint = http.fingerprint(config)
            var headers = http.storage.value.headers
            headers["Range"] = nil
            headers["If-Range"] = nil
            if headers["Accept-Encoding"] == nil { headers.add("Accept-Encoding", "identity") }
            let part = target.partURL(for: fingerprint)
            let mayResume = http.httpMethod == .get && restart.allowsResume()
            let rest = mayResume ? PartialFile.headers(at: part, fingerprint: fingerprint) : [:]
            restart.note(fingerprint, isResume: !rest.isEmpty)
            for (name, value) in rest where headers[name] == nil { headers[name] = value }
            http.storage.value.headers = headers
            return http
        }
    }

    var bodyReader: (@Sendable (ResponseStream) async throws -> DownloadedFile)? {
        { [target, restart] in try await target.receive($0, restart.fingerprint) }
    }

    func parseResponse(response: Response) throws -> DownloadedFile { throw ConnectionErrorType.parse }
    func parseFailure(response: Response) throws -> (any Sendable)? { try failure?(response) }
}

extension HTTP {
    /// A hash of the request, because the URL may contain secrets. It includes only the headers that select a
    /// representation. Others, such as credentials, may change each time.
    fileprivate func fingerprint(_ config: ConnectionConfig) -> String {
        let filled = (try? storage.filledURL()) ?? url
        let url = (try? config.trusting(storage.value.options?.value.trusted).absoluteURL(of: filled)) ?? filled
        var parts = ["\(httpMethod)", url, storage.value.query.encoded(by: DefaultURLEncoder())]
        let parameters = storage.value.options?.value.parameters?.value
        if let query = parameters?.query(before: nil, by: DefaultURLEncoder()) { parts.append(query) }
        if case .data(let form)? = (try? parameters?.encodedForm())??.body?.source {
            parts.append(String(decoding: form, as: UTF8.self))
        }
        // The fields of the style select a representation, too.
        let style = storage.value.options?.value.trusted?.headers ?? [:]
        parts += style.replaced(by: storage.value.headers).map { "\($0.name.rawValue.lowercased()): \($0.value)" }
            .filter { $0.hasPrefix("accept") }.sorted()
        if case .data(let data) = storage.value.body?.source { parts.append(data.base64EncodedString()) }
        let content = storage.value.content?.value
        let encoded = try? content.flatMap { try JSONContentEncoder(nulls: .sent).encode($0).body?.source }
        if case .data(let json) = encoded { parts.append(String(decoding: json, as: UTF8.self)) }
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
        let (url, length) = try file.finish(mode: mode) { part in try place(part, stream) }
        return DownloadedFile(url: url, length: length, resumedAt: file.offset, response: stream.head())
    }
}
