import AbstractHTTP

/// A type whose functions call the operations of `.http` files.
///
/// A `CLIENT` of a file, or the setting `client`, generates it.
///
/// ```swift
/// let api = PetStore(token: .secret(token))
/// let pets = try await api.pets.listPets(limit: 10)
/// ```
public protocol GeneratedClient: Sendable {
    /// The configuration of the requests, with the server and the credentials.
    var configuration: BaseConfiguration { get set }
    /// The client that sends the requests.
    var client: BaseClient { get set }
}

extension GeneratedClient {
    /// Configures a request like those of the functions, and returns it. Use it for pages and deprecated fields.
    ///
    /// ```swift
    /// for try await page in api.prepare(ListPetsRequest()).pages() { show(page.model.pets) }
    /// ```
    public func prepare<Request: GeneratedRequest>(_ request: Request) -> Request {
        request.configuration = configuration
        request.client = client
        return request
    }

    /// Sends a request with the configuration and the client of this type.
    public func send<Request: GeneratedRequest>(
        _ request: Request
    ) async throws(ConnectionError) -> Request.ResponseModel { try await prepare(request).send() }
}
