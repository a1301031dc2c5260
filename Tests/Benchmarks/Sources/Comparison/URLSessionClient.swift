import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct URLSessionClient: Client {
    private let session: URLSession

    init(connections: Int?) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        if let connections { configuration.httpMaximumConnectionsPerHost = connections }
        session = URLSession(configuration: configuration)
    }

    private func send(_ url: String, _ file: URL? = nil) async throws -> Data {
        guard let url = URL(string: url) else { throw Unexpected("no URL") }
        var request = URLRequest(url: url)
        if file != nil { request.httpMethod = "PUT" }
        return try await withCheckedThrowingContinuation { continuation in
            let completion: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, _, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(data ?? Data()))
            }
            let task =
                file.map { session.uploadTask(with: request, fromFile: $0, completionHandler: completion) }
                ?? session.dataTask(with: request, completionHandler: completion)
            task.resume()
        }
    }

    func get(_ url: String) async throws -> Int { try await send(url).count }

    func songs(_ url: String) async throws -> [Song] {
        try JSONDecoder().decode([Song].self, from: try await send(url))
    }

    /// In memory: a session on Linux has no sequence of bytes.
    func download(_ url: String) async throws -> Int { try await send(url).count }

    func upload(_ file: URL, length: Int, to url: String) async throws { _ = try await send(url, file) }

    func end() async throws { session.invalidateAndCancel() }
}
