import AbstractHTTP
public import AbstractHTTPPagination

/// A request of a `.http` file whose response is a page of a list. The response has `PAGES` before it.
///
/// ```swift
/// for try await page in GetReposRequest().pages() { show(page.model.repos) }
/// ```
public protocol PagedRequest: GeneratedRequest {
    /// The rule that finds the next page.
    static var nextPage: PageRule<ResponseModel> { get }
}

extension PagedRequest {
    /// Returns the pages of the list. A page is requested when the reader asks for it. Later changes of the request
    /// have no effect.
    ///
    /// - Parameter token: Where to resume the list, or nil for the first page.
    public func pages(from token: PageToken? = nil) -> Pages<ResponseModel> {
        connection().pages(next: Self.nextPage, from: token)
    }
}
