import AbstractHTTP

/// A request in the state in which it was sent, as observers receive it.
struct ObservedRequest: IDLRequest, Sendable {
    let method: String
    var configuration: BaseConfiguration
    let client: BaseClient
    let uri: String
    let content: RequestContent?
    let request: HTTP

    init(_ request: some IDLRequest, sentAs http: HTTP) {
        (method, configuration, client) = (request.method, request.configuration, request.client)
        (uri, content) = ((try? request.makeURI()) ?? "", http.contentTree)
        self.request = http
    }
}
