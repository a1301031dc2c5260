import AbstractHTTP

/// A copy of a request at one moment. Attempts send it, and observers receive it.
struct RequestSnapshot: IDLRequest, Sendable {
    let method: String
    var configuration: BaseConfiguration
    let client: BaseClient
    let uri: String
    let content: RequestContent?
    let url: String
    let contentEncoder: (any ContentEncoder)?
    let headers: HTTPHeaders
    let urlQuery: URLQuery?
    let redirects: RedirectPolicy?
    let deadlines: Deadlines?
    let carriesIdempotencyKey: Bool
    private let body: RequestBody?

    init(_ request: some IDLRequest) throws {
        method = try request.methodValue().rawValue
        configuration = request.configuration
        client = request.client
        uri = try request.makeURI()
        let made: RequestContent? = try request.makeContent()
        let dates = configuration.dates
        content = dates.map { dates in made?.writingDates(dates) } ?? made
        url = try configuration.url(of: uri)
        contentEncoder = configuration.encoder(of: request, content)
        headers = try request.headerFields()
        let query = try request.queryValue(FormURLEncoder())
        urlQuery = query.pairs ?? query.encoded.map { URLQuery(formEncoded: $0) }
        redirects = try request.redirectsValue()
        deadlines = try request.deadlinesValue()
        carriesIdempotencyKey = request.carriesIdempotencyKey
        body = try request.bodyValue()
    }

    func makeBody() throws -> RequestBody? { body }

    /// Returns nil, because the snapshot is already resolved.
    func resolved() throws -> (any RequestSpec)? { nil }
}

extension HTTPContent {
    /// Returns the tree with its dates written by the strategy.
    fileprivate func writingDates(_ dates: DateCodingStrategy) -> Self {
        switch self {
        case .date(let date): dates.written(date)
        case .array(let elements): .array(elements.map { $0.writingDates(dates) })
        case .dictionary(let members): .dictionary(Members(members.map { ($0.key, $0.value.writingDates(dates)) }))
        default: self
        }
    }
}
