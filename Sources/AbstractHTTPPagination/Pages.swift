import AbstractHTTP
import Foundation

/// A page of a list.
public struct Page<Model: Sendable>: Sendable {
    /// The model of the page.
    public let model: Model
    /// The response of the page.
    public let response: Response
    /// The position of the next page. It is nil after the last page, and if the next page cannot be requested. In that
    /// case, the next call of the iterator throws.
    public let next: PageToken?
}

/// A position in a list. Store it to resume the list later, even in another process.
///
/// It contains the URL of a page, with its whole query.
public struct PageToken: Codable, Hashable, Sendable {
    /// The URL of the page.
    public let url: URL
    /// The number of items of the page that were already read.
    public let skippedItems: Int
    /// Whether the page, or one before it, had another origin than the request of the spec. It is then requested
    /// without credentials.
    let isForeign: Bool

    init(url: URL, skippedItems: Int = 0, isForeign: Bool) {
        (self.url, self.skippedItems, self.isForeign) = (url, skippedItems, isForeign)
    }

    /// Reads a stored position.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        url = try values.decode(URL.self, forKey: .url)
        skippedItems = try values.decode(Int.self, forKey: .skippedItems)
        isForeign = try values.decodeIfPresent(Bool.self, forKey: .isForeign) ?? false
    }
}

/// The pages of a list. A page is requested when the reader asks for it.
///
/// ```swift
/// for try await page in client.pages(of: ListRepos(), next: .link) { show(page.model) }
/// ```
///
/// Read it once, from one task. Requests to another origin, and all requests after one, are sent without credentials.
/// If the server names a page that was already read, the sequence throws ``PaginationError/repeated(_:)``.
public struct Pages<Model: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Page<Model>

    private let connection: Connection<Model>
    private let rule: PageRule<Model>
    fileprivate let token: PageToken?

    init(_ connection: Connection<Model>, _ rule: PageRule<Model>, from token: PageToken?) {
        (self.connection, self.rule, self.token) = (connection, rule, token)
    }

    /// Returns an iterator over the pages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the pages of a list.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            /// The page at this URL is next. Nil means the first one.
            case wants(URL?)
            case fails(any Error)
            case ended
        }

        private let pages: Pages
        private var state: State
        private var seen = SeenURLs()
        /// The sessions of the first request.
        private var sessions: Sessions?
        /// Whether a page, or a redirect on the way to it, had another origin than the request of the spec.
        private var isForeign = false

        fileprivate init(_ pages: Pages) {
            self.pages = pages
            state = .wants(pages.token?.url)
            isForeign = pages.token?.isForeign ?? false
            // A page that is a stream would wait for its reader, and the next page for that stream.
            if Model.self is any StreamedModel.Type { state = .fails(PaginationError.stream) }
        }

        /// Requests and returns the next page, or returns nil after the last one.
        ///
        /// - Throws: A `ConnectionError` if the request fails. The next call then tries again. A ``PaginationError``
        ///   ends the sequence.
        public mutating func next() async throws -> Page<Model>? { try await nextLocated()?.page }

        /// The next page, and its position.
        fileprivate mutating func nextLocated() async throws -> (page: Page<Model>, token: PageToken)? {
            switch state {
            case .ended: return nil
            case .fails(let error):
                state = .ended
                throw error
            case .wants(let url):
                if sessions == nil { sessions = pages.connection.currentSessions() }
                let (model, response, sent) = try await request(url)
                seen.insert(sent.url)
                isForeign = sent.isForeign || !sent.origins.contain(response)
                let position = PageToken(url: sent.url, isForeign: sent.isForeign)
                let next = follow(model, response, sent).map { PageToken(url: $0, isForeign: isForeign) }
                return (Page(model: model, response: response, next: next), position)
            }
        }

        /// Requests the page at a URL, or the page of the spec if the URL is nil. Returns the page with its request.
        private func request(_ url: URL?) async throws -> (Model, Response, PageRequest) {
            let target = PageTarget(url, isForeign: isForeign)
            defer { target.retire() }
            while true {
                // Set each time, because another list of the connection may have set its own target.
                pages.connection.setTarget(target)
                let (model, response) = try await pages.connection.exchange(in: sessions)
                // A generation that was already running did not request the page.
                guard let sent = target.lastRequest else { continue }
                return (model, response, sent)
            }
        }

        private mutating func follow(_ model: Model, _ response: Response, _ sent: PageRequest) -> URL? {
            do {
                guard let next = try pages.rule.next(model, response, sent.url) else {
                    state = .ended
                    return nil
                }
                try (response.url ?? sent.url).checkSecurity(of: next)
                if sent.hasBody, isForeign || !sent.origins.contain(next) {
                    throw PaginationError.bodyForAnotherServer(next)
                }
                guard !seen.contains(next) else { throw PaginationError.repeated(next) }
                state = .wants(next)
                return next
            } catch {
                state = .fails(error)
                return nil
            }
        }
    }

    /// Returns the pages from a position on. The sequence starts with a whole page.
    public func resumed(at token: PageToken) -> Self { Self(connection, rule, from: token) }

    /// The items of the pages.
    public func items<Items: Sequence & Sendable>(
        _ items: @escaping @Sendable (Model) -> Items
    ) -> PageItems<Model, Items> {
        PageItems(pages: self, items: items)
    }
}

extension Pages where Model: Sequence {
    /// Returns the items of the pages. The model of each page is a sequence of items.
    public func items() -> PageItems<Model, Model> { items { $0 } }
}

/// The items of the pages of a list. A page is requested when the reader asks for its first item.
public struct PageItems<Model: Sendable, Items: Sequence & Sendable>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = Items.Element

    fileprivate let pages: Pages<Model>
    fileprivate let items: @Sendable (Model) -> Items

    /// Returns the items from a position on.
    public func resumed(at token: PageToken) -> Self { Self(pages: pages.resumed(at: token), items: items) }

    /// Returns an iterator over the items.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the items of the pages of a list.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var pages: Pages<Model>.AsyncIterator
        private let items: @Sendable (Model) -> Items
        private var present: Items.Iterator?
        /// The position of the current page.
        private var page: PageToken?
        private var count = 0
        /// The number of items of the first page that were read before the list was resumed.
        private var skipped: Int
        /// Where the list was resumed.
        private let start: PageToken?

        fileprivate init(_ items: PageItems) {
            pages = items.pages.makeAsyncIterator()
            self.items = items.items
            start = items.pages.token
            skipped = start?.skippedItems ?? 0
        }

        /// The position after the last returned item. Nil before the first item, unless the list was resumed.
        ///
        /// After the last item, it leads to the end of the last page. A resumed list then asks whether there is more.
        public var token: PageToken? {
            page.map { PageToken(url: $0.url, skippedItems: count, isForeign: $0.isForeign) } ?? start
        }

        /// Returns the next item, or nil after the last one. Throws the same errors as the iterator of ``Pages``.
        public mutating func next() async throws -> Items.Element? {
            while true {
                if let item = present?.next() {
                    count += 1
                    return item
                }
                guard let (page, token) = try await pages.nextLocated() else { return nil }
                var iterator = items(page.model).makeIterator()
                (self.page, count) = (token, 0)
                while count < skipped, iterator.next() != nil { count += 1 }
                (present, skipped) = (iterator, 0)
            }
        }
    }
}

/// The servers that may get the credentials of a list: that of the spec, and those that the config names.
private struct PageOrigins: Sendable {
    let own: Origin
    let scope: CredentialScope

    func contain(_ url: URL) -> Bool { Origin(url) == own || scope.allows(url.absoluteString) }

    /// Whether they sent the response, and all redirects that led to it.
    func contain(_ response: Response) -> Bool {
        (response.history + [response]).compactMap(\.url).allSatisfy { contain($0) }
    }
}

/// The request for a page, as it was sent.
private struct PageRequest: Sendable {
    let url: URL
    /// Whether the page, or one before it, is from another server than ``origins``.
    let isForeign: Bool
    let origins: PageOrigins
    /// Whether each page is requested with a body.
    let hasBody: Bool
}

/// Sends the request of a connection to the URL of a page.
private final class PageTarget: RequestTarget {
    private struct State: Sendable {
        var lastRequest: PageRequest?
        var isRetired = false
    }

    private let url: URL?
    private let wasForeign: Bool
    private let state = LockedValue(State())

    init(_ url: URL?, isForeign: Bool) { (self.url, wasForeign) = (url, isForeign) }

    /// The last request, or nil if there was none.
    var lastRequest: PageRequest? { state.withLock(\.lastRequest) }

    /// Leaves all later requests as they are. Another list may already have replaced the target, so the connection
    /// keeps it.
    func retire() { state.withLock { $0.isRetired = true } }

    func aim(_ request: Request, _ config: ConnectionConfig) throws -> Request {
        guard !state.withLock(\.isRetired) else {
            state.withLock { $0.lastRequest = nil }
            return request
        }
        let target = url ?? request.url
        try request.url.checkSecurity(of: target)
        let origins = PageOrigins(own: Origin(request.url), scope: config.credentialScope)
        let isForeign = wasForeign || !origins.contain(target)
        guard !isForeign || request.body == nil else { throw PaginationError.bodyForAnotherServer(target) }
        let sent = PageRequest(url: target, isForeign: isForeign, origins: origins, hasBody: request.body != nil)
        state.withLock { $0.lastRequest = sent }
        return request.moved(to: target, config)
    }

    func secure(_ request: Request, _ config: ConnectionConfig) -> Request {
        guard lastRequest?.isForeign == true else { return request }
        var request = request
        request.headers.removeCredentials(config.redaction)
        return request
    }
}

extension Connection {
    /// Returns the pages of a list. This connection requests the first page, and runs again for each further page.
    ///
    /// - Parameters:
    ///   - rule: Says where the next page is.
    ///   - token: Where to resume the list, or nil for the first page. The sequence starts with a whole page, even if
    ///     the token is from ``AbstractHTTPPagination/PageItems``.
    public func pages(next rule: PageRule<ResponseModel>, from token: PageToken? = nil) -> Pages<ResponseModel> {
        Pages(self, rule, from: token)
    }
}

extension APIClient {
    /// Returns the pages of a list. The spec describes the request for the first page.
    ///
    /// - Parameters:
    ///   - spec: The spec of the first page.
    ///   - rule: Says where the next page is.
    ///   - token: Where to resume the list, or nil for the first page.
    public func pages<Spec: ConnectionSpec>(
        of spec: sending Spec, next rule: PageRule<Spec.ResponseModel>, from token: PageToken? = nil
    ) -> Pages<Spec.ResponseModel> {
        connection(for: spec).pages(next: rule, from: token)
    }

    /// Returns the items of a list. The model of each page is a sequence of items.
    ///
    /// - Parameters:
    ///   - spec: The spec of the first page.
    ///   - rule: Says where the next page is.
    ///   - token: Where to resume the list, or nil for the first item.
    public func items<Spec: ConnectionSpec>(
        of spec: sending Spec, next rule: PageRule<Spec.ResponseModel>, from token: PageToken? = nil
    ) -> PageItems<Spec.ResponseModel, Spec.ResponseModel> where Spec.ResponseModel: Sequence {
        pages(of: spec, next: rule, from: token).items()
    }
}
