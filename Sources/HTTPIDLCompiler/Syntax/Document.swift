/// What stands in one file.
struct Document {
    let file: SourceFile
    /// Where the requests of an editor's HTTP client begin; nil for a file of the language.
    var startOfEditorRequests: Range<Int>?
    var imports: [Import] = []
    var messages: [Message] = []
    var structures: [Structure] = []
    var enumerations: [Enumeration] = []
}

/// `IMPORT "other.http"`
struct Import {
    let path: String
    let range: Range<Int>
}

/// A name and where it stands.
struct Name {
    let text: String
    let range: Range<Int>
}

/// What may stand before a declaration.
struct Attributes {
    /// The lines of the comments before it, or after it on its line.
    var documentation: [String] = []
    /// `DEPRECATED "reason"`; empty without a reason, nil without the word.
    var deprecation: String?
}

extension Attributes {
    /// Adds those that stand after another attribute.
    mutating func append(_ others: Self) {
        documentation += others.documentation
        deprecation = deprecation ?? others.deprecation
    }
}
