import AbstractHTTP
import Foundation

/// The connections of a call. They are not started.
extension ServiceCall {
    /// Returns a connection whose model is decoded from the body. `String`, `Data`, and optionals work as with
    /// `ResponseSpec`.
    public func connection<Model: Decodable & Sendable>(_ type: Model.Type) -> Connection<Model> {
        connection { response, decoder in try response.decoded(by: decoder) }
    }

    /// Returns a connection that ignores the body.
    public func connection(_ type: Void.Type) -> Connection<Void> { connection { _, _ in } }

    /// Returns a connection whose model is the whole response, if it is a success.
    public func connection(_ type: Response.Type) -> Connection<Response> { connection { response, _ in response } }

    /// Returns a connection whose model is the header fields of the response.
    public func connection(_ type: HTTPHeaders.Type) -> Connection<HTTPHeaders> {
        connection { response, _ in response.headers }
    }

    /// Returns a connection whose model reads the body while it arrives, such as a `ResponseStream`.
    public func connection<Model: StreamedModel>(_ type: Model.Type) -> Connection<Model> {
        connection(
            ServiceResponse(configuration, ofStream: { try Model($0) }) { response, _ in
                try Model(ResponseStream(response))
            })
    }

    /// Returns a connection that downloads to a temporary file. The file has its own folder and the name that the
    /// server sends.
    ///
    /// Remove the folder, or move the file out of it, when you are done. If the download fails, the folder is removed.
    public func connection(_ type: DownloadedFile.Type) -> Connection<DownloadedFile> {
        let folder = DownloadFolder(in: configuration.downloadFolder)
        let connection = Connection.download(
            request, into: folder.url, config: connectionConfig,
            failure: { [configuration] in try configuration.failure(of: $0) })
        return connection.addListener(folder)
    }

    /// Returns a connection whose model is decoded from the body, together with the response.
    public func connection<Model: Decodable & Sendable>(
        _ type: Model.Type, with _: Response.Type
    ) -> Connection<(Model, Response)> {
        connection { response, decoder in (try response.decoded(by: decoder), response) }
    }

    private func connection<Model>(_ parser: @escaping ServiceResponse<Model>.Parser) -> Connection<Model> {
        connection(ServiceResponse(configuration, parser))
    }

    private func connection<Model>(_ response: ServiceResponse<Model>) -> Connection<Model> {
        Connection(requestSpec: request, responseSpec: response, config: connectionConfig)
    }

    /// The connection config of the configuration, with the number of attempts of the call.
    private var connectionConfig: ConnectionConfig {
        var config = configuration.connectionConfig
        guard let attempts else { return config }
        let index = config.policies.firstIndex { $0 is Retry }
        var retry = index.flatMap { config.policies[$0] as? Retry } ?? Retry(budget: configuration.retryBudget)
        retry.attempts = attempts
        config.policies.removeAll { $0 is Retry }
        config.policies.insert(retry, at: index ?? config.policies.endIndex)
        return config
    }
}

/// A folder for one downloaded file.
private final class DownloadFolder: ConnectionListener {
    let url: URL

    init(in folder: URL) {
        url = folder.appending(path: "AbstractHTTP-\(UUID().uuidString)", directoryHint: .isDirectory)
    }

    func onStart(connection: any ConnectionTask, request: Request) {
        // Other users cannot read it. If it cannot be created, opening the file fails, and that error is reported.
        try? PrivateFile.createFolder(url)
    }

    func onEnd(
        connection: any ConnectionTask, response: Response?, responseModel: (any Sendable)?, error: ConnectionError?
    ) {
        if error != nil { try? FileManager.default.removeItem(at: url) }
    }
}
