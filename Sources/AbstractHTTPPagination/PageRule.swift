import AbstractHTTP
import Foundation

/// Where the next page of a list is.
///
/// ```swift
/// client.pages(of: ListRepos(), next: .link)
/// client.pages(of: ListEvents(), next: .cursor("after") { $0.nextCursor })
/// ```
public struct PageRule<Model: Sendable>: Sendable {
    /// Returns the URL of the page after `page`, or nil after the last page.
    let next: @Sendable (_ page: Model, _ response: Response, _ url: URL) throws -> URL?

    /// Creates a rule.
    ///
    /// - Parameter next: Returns the URL of the next page, or nil after the last one. It receives the model and the
    ///   response of a page, and the URL of its request.
    public init(_ next: @escaping @Sendable (_ page: Model, _ response: Response, _ url: URL) throws -> URL?) {
        self.next = next
    }

    /// The `Link` field of a response names the next page (RFC 8288), as in GitHub's API.
    public static var link: Self { link("next") }

    /// The link with a relation type leads to the next page.
    public static func link(_ relation: String) -> Self {
        Self { _, response, url in
            // A link with an anchor is not about this list (RFC 8288, section 3.2).
            let link = response.headers.links.first { $0.has(relation: relation) && $0["anchor"] == nil }
            return try link.map { try url.page($0.target, of: response) }
        }
    }

    /// The body names the URL of the next page, which can be relative. It is nil or empty after the last page.
    public static func url(_ next: @escaping @Sendable (Model) -> String?) -> Self {
        Self { page, response, url in
            guard let text = next(page), !text.isEmpty else { return nil }
            return try url.page(text, of: response)
        }
    }

    /// The body has a cursor, which the next request sends in its query. It is nil or empty after the last page.
    public static func cursor<Cursor: LosslessStringConvertible & SendableMetatype>(
        _ name: String, _ next: @escaping @Sendable (Model) -> Cursor?
    ) -> Self {
        Self { page, _, url in
            guard let cursor = next(page)?.description, !cursor.isEmpty else { return nil }
            return url.replacing(name, cursor)
        }
    }

    /// The query has the number of items before the page. The list ends with an empty page or with `total` items.
    public static func offset(
        _ name: String = "offset", count: @escaping @Sendable (Model) -> Int,
        total: (@Sendable (Model) -> Int)? = nil
    ) -> Self {
        Self { page, _, url in
            let (offset, isOver) = (Int(url.queryValue(name) ?? "") ?? 0).addingReportingOverflow(count(page))
            guard count(page) > 0, !isOver, total.map({ offset < $0(page) }) ?? true else { return nil }
            return url.replacing(name, String(offset))
        }
    }

    /// The query has the number of the page.
    ///
    /// - Parameters:
    ///   - name: The key in the query.
    ///   - first: The number of the first page, if the request does not name it.
    ///   - isLast: Returns whether a page is the last one.
    public static func number(
        _ name: String = "page", first: Int = 1, isLast: @escaping @Sendable (Model) -> Bool
    ) -> Self {
        Self { page, _, url in
            let (number, isOver) = (Int(url.queryValue(name) ?? "") ?? first).addingReportingOverflow(1)
            return isLast(page) || isOver ? nil : url.replacing(name, String(number))
        }
    }
}

extension URL {
    /// The URL of the page that `reference` names, resolved against the URL of the response.
    fileprivate func page(_ reference: String, of response: Response) throws(PaginationError) -> URL {
        guard let url = (response.url ?? self).redirected(to: reference) else { throw .invalidURL(reference) }
        return url
    }

    /// Throws if the next page is not secure but the one at this URL is.
    func checkSecurity(of next: URL) throws(PaginationError) {
        guard scheme?.lowercased() != "https" || next.scheme?.lowercased() == "https" else { throw .insecure(next) }
    }

    fileprivate func queryValue(_ name: String) -> String? {
        let components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        return components?.queryItems?.first { $0.name == name }?.value
    }

    /// The URL with another value of a key of its query. Other keys stay as they are written.
    fileprivate func replacing(_ name: String, _ value: String) -> URL {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        let pair = "\(name.percentEncoded())=\(value.percentEncoded())"
        var pairs = (components.percentEncodedQuery ?? "").split(separator: "&").map(String.init)
        let isOld: (String) -> Bool = { pair in
            let key = pair.prefix { $0 != "=" }.replacing("+", with: " ")
            return key.removingPercentEncoding == name
        }
        let index = pairs.firstIndex(where: isOld) ?? pairs.endIndex
        pairs.removeAll(where: isOld)
        pairs.insert(pair, at: Swift.min(index, pairs.endIndex))
        components.percentEncodedQuery = pairs.joined(separator: "&")
        return components.url ?? self
    }
}

/// Why the next page of a list cannot be requested.
public enum PaginationError: Error, Hashable, Sendable {
    /// The server named a next page that is not an HTTP URL.
    case invalidURL(String)
    /// The next page has an `http` URL, but this page has an `https` URL.
    case insecure(URL)
    /// The server named a page that was already read. The list would never end.
    case repeated(URL)
    /// The next page is on another server, which must not get the body of the requests.
    case bodyForAnotherServer(URL)
    /// The model of a page is a stream, whose end the list would have to await before it requests the next page.
    case stream
}

extension PaginationError: CustomStringConvertible {
    /// What is wrong.
    public var description: String { text.inOneLine }

    private var text: String {
        switch self {
        case .invalidURL(let text): "the URL of the next page is malformed: \(text.withoutSecrets.debugDescription)"
        case .insecure(let url):
            "the next page is on \(url.host() ?? "another server") without TLS, and this one with it; let the server send https"
        case .repeated(let url):
            """
            the next page \(url.path(percentEncoded: true)) was already read, so the list would never end; make the rule \
            for the next page give a new page, or none after the last page
            """
        case .bodyForAnotherServer(let url):
            "the next page is on \(url.host() ?? "another server"), which must not get the body of the request; put the cursor into the query"
        case .stream: "a stream cannot be a page of a list; use a Decodable model"
        }
    }
}

extension PaginationError: CustomReflectable {
    /// A mirror without members, because the description says everything that may be shown.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
