import AbstractHTTP
public import AbstractHTTPPagination

/// An endpoint for a paginated list. ``ConfigurableEndpoint/pages(next:)`` creates it.
///
/// ```swift
/// let listRepos = GET<None, [Repo]>("repos").pages(next: .link)
/// for try await repo in listRepos.items() { print(repo.name) }
/// ```
///
/// Apply other modifiers before `pages(next:)`.
public struct PagedEndpoint<Input: Encodable & Sendable, Output: Sendable>: Sendable {
    /// The endpoint of a page.
    public let definition: EndpointDefinition<Input, Output>
    private let rule: PageRule<Output>

    init(_ definition: EndpointDefinition<Input, Output>, _ rule: PageRule<Output>) {
        (self.definition, self.rule) = (definition, rule)
    }

    /// Returns the pages of the list. A page is requested when the reader asks for it.
    public func callAsFunction(_ input: Input) -> Pages<Output> { definition.connection(input).pages(next: rule) }
}

extension PagedEndpoint where Input == None {
    /// Returns the pages of the list. A page is requested when the reader asks for it.
    public func callAsFunction() -> Pages<Output> { self(None()) }
}

extension PagedEndpoint where Output: Sequence {
    /// Returns the items of the list. The output of each page is a sequence of items.
    public func items(_ input: Input) -> PageItems<Output, Output> { self(input).items() }
}

extension PagedEndpoint where Input == None, Output: Sequence {
    /// Returns the items of the list. The output of each page is a sequence of items.
    public func items() -> PageItems<Output, Output> { items(None()) }
}

extension ConfigurableEndpoint {
    /// Returns an endpoint for a paginated list. The output of this endpoint is one page.
    ///
    /// - Parameter rule: The rule that finds the next page.
    public func pages(next rule: PageRule<Output>) -> PagedEndpoint<Input, Output> { PagedEndpoint(definition, rule) }
}
