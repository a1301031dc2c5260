/// The response of an attempt, with the request that it answers.
struct ReceivedResponse: Sendable {
    /// The body of the response, as the spec wants it.
    enum Body: Sendable {
        /// The whole body.
        case whole(Response)
        /// The body is still to be read.
        case live(ResponseStream)
        /// The body is still to be read by the reader of the stream, which the pipeline watches.
        case relayed(ResponseStream, StreamRelay)

        /// The response as listeners see it, without the body until it has been read.
        var head: Response {
            switch self {
            case .whole(let response): response
            case .live(let stream), .relayed(let stream, _): stream.head()
            }
        }
    }

    /// The last request. A redirect may have replaced the first one.
    let request: Request
    let context: ExchangeContext
    var body: Body

    /// The response as listeners see it.
    var head: Response { body.head }

    /// The response, if its whole body was received.
    var whole: Response? {
        guard case .whole(let response) = body else { return nil }
        return response
    }

    /// The response as a stream.
    var stream: ResponseStream {
        switch body {
        case .whole(let response): ResponseStream(response)
        case .live(let stream), .relayed(let stream, _): stream
        }
    }
}
