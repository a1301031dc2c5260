/// `PAGES …` before a response, which says where the next page of a list is.
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
    /// The path of the field in the response. It is empty for a link.
    let field: [Name]
    let range: Range<Int>
}

extension PageAttribute {
    /// Whether the field contains the items of the page.
    var countsItems: Bool {
        switch kind {
        case .offset, .number: true
        case .link, .url, .cursor: false
        }
    }
}
