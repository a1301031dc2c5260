import Foundation

/// A response whose head is in and whose body is still to be read.
///
/// This is what a connector returns. A spec whose `ResponseModel` it is gets it live: see ``ResponseSpec/streamParser``.
public struct ResponseStream: Sendable {
    /// The status code (RFC 9110, section 15).
    public var statusCode: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The URL that answered, when the connector tells it.
    public var url: URL?
    /// The redirects that were followed on the way here, oldest first.
    public var history: [Response]
    /// The body, to be read once.
    public var body: ResponseBody
    /// Called for ``timing``, also while the body is being read.
    public var measureTiming: (@Sendable () -> ExchangeTiming?)?
    /// How long the parts of the exchange took, when the connector measures that: at the end of the body all of them.
    public var timing: ExchangeTiming? { measureTiming?() }
    /// That of the connection, for the response.
    var config: SharedConfig?

    /// Makes a response of its head and a body.
    public init(statusCode: Int, headers: HTTPHeaders = [:], url: URL? = nil, body: ResponseBody) {
        self.statusCode = statusCode
        self.headers = headers
        self.url = url
        history = []
        self.body = body
    }

    /// A response that is there already, as a mock or a cache has it.
    public init(_ response: Response) {
        statusCode = response.statusCode
        headers = response.headers
        url = response.url
        history = response.history
        body = ResponseBody(response.data)
        if let timing = response.timing { measureTiming = { timing } }
    }

    /// The response with `data` in place of the body.
    func head(with data: Data = Data()) -> Response {
        var head = Response(statusCode: statusCode, headers: headers, data: data, url: url, history: history)
        head.timing = timing
        head.config = config
        return head
    }
}
