import AbstractHTTP
import Foundation

/// A page of a list.
public struct Page<Model: Sendable>: Sendable {
    /// The model of the page.
    public let model: Model
    /// The response of the page.
    public let response: Response
    /// Where the list goes on; nil after the last page.
    public let next: PageToken?
}

/// Where a list goes on. Store it to resume the list later, also in another process.
///
/// It contains the URL of a page, with its whole query.
public struct PageToken: Codable, Hashable, Sendable {
    /// The URL of the page.
    public let url: URL
    /// The number of items of the page that were already read.
    public let skippedItems: Int

    init(url: URL, skippedItems: Int = 0) { (self.url, self.skippedItems) = (url, skippedItems) }
}

/// The pages of a list, each requested when it is wanted.
///
/// ```swift
/// for try await page in client.pages(of: ListRepos(), next: .link) { show(page.model) }
/// ```
///
/// Read it once, from one task. A page on another origin does not get the credentials of the request. A page that was
/// already read ends the sequence with ``PaginationError/repeated(_:)``.
public struct Pages<Model: Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Page<Model>

    private let connection: Connection<Model>
    private let rule: PageRule<Model>
    private let target: PageTarget
    fileprivate let token: PageToken?

    init(_ connection: Connection<Model>, _ rule: PageRule<Model>, from token: PageToken?) {
        (self.connection, self.rule, self.token) = (connection, rule, token)
        target = PageTarget()
        connection.addRecovery(target)
    }

    /// Reads the pages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the pages of a list.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            /// Wants the page at this URL; nil for the first one.
            case wants(URL?)
            case fails(any Error)
            case ended
        }

        private let pages: Pages
        private var state: State
        private var seen: Set<URL> = []

        fileprivate init(_ pages: Pages) {
            self.pages = pages
            state = .wants(pages.token?.url)
        }

        /// Requests the next page, and returns it; nil after the last one.
        ///
        /// - Throws: A `ConnectionError` if the request fails; the next call tries again. A ``PaginationError`` ends
        ///   the sequence.
        public mutating func next() async throws -> Page<Model>? { try await nextLocated()?.page }

        /// The next page, and its URL.
        fileprivate mutating func nextLocated() async throws -> (page: Page<Model>, url: URL)? {
            switch state {
            case .ended: return nil
            case .fails(let error):
                state = .ended
                throw error
            case .wants(let url):
                pages.target.set(url)
                let (model, response) = try await pages.connection.exchange()
                let own = pages.target.lastURL ?? response.url ?? url
                guard let own else {
                    state = .ended
                    return nil
                }
                seen.insert(own)
                let next = follow(model, response, own)
                return (Page(model: model, response: response, next: next.map { PageToken(url: $0) }), own)
            }
        }

        private mutating func follow(_ model: Model, _ response: Response, _ url: URL) -> URL? {
            do {
                guard let next = try pages.rule.next(model, response, url) else {
                    state = .ended
                    return nil
                }
                state = seen.contains(next) ? .fails(PaginationError.repeated(next)) : .wants(next)
                return seen.contains(next) ? nil : next
            } catch {
                state = .fails(error)
                return nil
            }
        }
    }

    /// The items of the pages.
    public func items<Items: Sequence & Sendable>(
        _ items: @escaping @Sendable (Model) -> Items
    ) -> PageItems<Model, Items> {
        PageItems(pages: self, items: items)
    }
}

/// The items of the pages of a list. A page is requested when its first item is wanted.
public struct PageItems<Model: Sendable, Items: Sequence & Sendable>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = Items.Element

    fileprivate let pages: Pages<Model>
    fileprivate let items: @Sendable (Model) -> Items

    /// Reads the items.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the items of the pages of a list.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var pages: Pages<Model>.AsyncIterator
        private let items: @Sendable (Model) -> Items
        private var present: Items.Iterator?
        private var url: URL?
        private var count = 0
        /// The number of items of the first page that were read before the list was resumed.
        private var skipped: Int

        fileprivate init(_ items: PageItems) {
            pages = items.pages.makeAsyncIterator()
            self.items = items.items
            skipped = items.pages.token?.skippedItems ?? 0
        }

        /// Where the list goes on after the last item that was returned; nil before the first one.
        public var token: PageToken? { url.map { PageToken(url: $0, skippedItems: count) } }

        /// Returns the next item; nil after the last one. Throws as the iterator of ``Pages`` does.
        public mutating func next() async throws -> Items.Element? {
            while true {
                if let item = present?.next() {
                    count += 1
                    return item
                }
                guard let (page, url) = try await pages.nextLocated() else { return nil }
                var iterator = items(page.model).makeIterator()
                (self.url, count) = (url, 0)
                while count < skipped, iterator.next() != nil { count += 1 }
                (present, skipped) = (iterator, 0)
            }
        }
    }
}

/// Sends the request of a connection to the URL of a page.
private final class PageTarget: RequestAdapter {
    private let urls = LockedValue<(target: URL?, last: URL?)>((nil, nil))

    /// The URL of the last request.
    var lastURL: URL? { urls.withLock(\.last) }

    func set(_ url: URL?) { urls.withLock { $0.target = url } }

    func adapt(_ request: Request, connection: any ConnectionTask, attempt: Int) async throws -> Request {
        let target = urls.withLock { urls in
            urls.last = urls.target ?? request.url
            return urls.target
        }
        return target.map { request.moved(to: $0, connection.config) } ?? request
    }

    func recovery(from context: RecoveryContext) async -> Recovery { .giveUp }
}

extension Connection {
    /// The pages of a list, of which this connection requests the first one. It runs once for each page.
    ///
    /// - Parameters:
    ///   - rule: Says where the next page is.
    ///   - token: Where to go on; nil for the first page.
    public func pages(next rule: PageRule<ResponseModel>, from token: PageToken? = nil) -> Pages<ResponseModel> {
        Pages(self, rule, from: token)
    }
}

extension APIClient {
    /// The pages of a list, of which a spec describes the first one.
    ///
    /// - Parameters:
    ///   - rule: Says where the next page is.
    ///   - token: Where to go on; nil for the first page.
    public func pages<Spec: ConnectionSpec>(
        of spec: sending Spec, next rule: PageRule<Spec.ResponseModel>, from token: PageToken? = nil
    ) -> Pages<Spec.ResponseModel> {
        connection(for: spec).pages(next: rule, from: token)
    }

    /// The items of the pages of a list, whose models are sequences of items.
    ///
    /// - Parameters:
    ///   - rule: Says where the next page is.
    ///   - token: Where to go on; nil for the first item.
    public func items<Spec: ConnectionSpec>(
        of spec: sending Spec, next rule: PageRule<Spec.ResponseModel>, from token: PageToken? = nil
    ) -> PageItems<Spec.ResponseModel, Spec.ResponseModel> where Spec.ResponseModel: Sequence {
        pages(of: spec, next: rule, from: token).items { $0 }
    }
}
