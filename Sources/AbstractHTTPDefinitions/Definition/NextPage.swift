extension Definition {
    /// Where the next page of a list is.
    ///
    /// A path is a list of keys with periods between them, as in `meta.next`.
    public enum NextPage: Hashable, Sendable {
        /// The `Link` field of a response has the URL, with this relation type (RFC 8288).
        case link(relation: String)
        /// The body has the URL, which may be relative. The list ends if there is no URL.
        case url(path: String)
        /// The body has a cursor, which goes into the query. The list ends if there is no cursor.
        case cursor(parameter: String, path: String)
        /// The query has the number of items before the page. The list ends with an empty page.
        case offset(parameter: String)
        /// The query has the number of the page. The list ends with an empty page.
        case number(parameter: String, first: Int)
    }
}
