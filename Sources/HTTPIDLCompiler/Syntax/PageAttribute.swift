/// `PAGES …` before a response: where the next page of a list is.
struct PageAttribute {
    /// The texts are relation types of links, or keys of the query.
    enum Kind {
        case link(String)
        case url
        case cursor(String)
        case offset(String)
        case number(String)
    }

    let kind: Kind
    /// The field of the response, and the field within that, and so on. Empty for a link.
    let field: [Name]
    let range: Range<Int>
}

extension PageAttribute {
    /// Whether the field has the items of the page.
    var countsItems: Bool {
        switch kind {
        case .offset, .number: true
        case .link, .url, .cursor: false
        }
    }
}
