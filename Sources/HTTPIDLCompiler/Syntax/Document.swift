/// The content of one file.
struct Document {
    let file: SourceFile
    /// The line at which the requests of an editor's HTTP client begin, or nil for an IDL file.
    var startOfEditorRequests: Range<Int>?
    var imports: [Import] = []
    var messages: [Message] = []
    var structures: [Structure] = []
    var enumerations: [Enumeration] = []
    var unions: [Union] = []
    var clients: [Client] = []
}

/// `IMPORT "other.http"`
struct Import {
    let path: String
    let range: Range<Int>
}

/// A name and its position.
struct Name {
    let text: String
    let range: Range<Int>
}

/// The comments and the deprecation of a declaration.
struct Attributes {
    /// The lines of the comments before the declaration, or after it on the same line.
    var documentation: [String] = []
    /// The reason in `DEPRECATED "reason"`. It is empty without a reason, and nil without the word.
    var deprecation: String?
}

extension Attributes {
    /// Adds the attributes that follow another attribute.
    mutating func append(_ others: Self) {
        documentation += others.documentation
        deprecation = deprecation ?? others.deprecation
    }
}
