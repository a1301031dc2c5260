// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 16-comments.http.

import AbstractHTTPIDL

/// Finds friends.
///
/// Of **all** kinds: `a*b`, "quoted", \ and
///
/// Asks.
/// Twice.
///
/// `GET /comments`
nonisolated class GetCommentsRequest: GeneratedRequest {
    typealias ResponseModel = GetCommentsResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// The name.
    var name: String?
    /// Behind it.
    var page: Int32?
    /// `other`
    var other: String?

    static let keyOfName = "name"
    static let keyOfPage = "page"
    static let keyOfOther = "other"
    var keyOfName: String { "name" }
    var keyOfPage: String { "page" }
    var keyOfOther: String { "other" }

    init() {}

    func makeURI() throws -> String {
        "/comments"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.name, "name")
        fields.write(self.page, "page")
        fields.write(self.other, "other")
        return fields.content
    }
}

/// Answers.
///
/// The response to `GET /comments`.
nonisolated struct GetCommentsResponse: GeneratedResponse {
    /// Many lines,
    /// indented.
    ///
    /// And a paragraph.
    let names: [String]?
    /// //
    let slashes: String?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfNames = "names"
    static let keyOfSlashes = "slashes"

    init(names: [String]? = nil, slashes: String? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.names = names
        self.slashes = slashes
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.names = try reader.optional("names")
        self.slashes = try reader.optional("slashes")
    }
}

/// A structure.
nonisolated struct Commented: GeneratedContent, Hashable {
    /// one
    var a: String?
    /// two
    var b: String?
    /// `c`
    var c: String?

    static let keyOfA = "a"
    static let keyOfB = "b"
    static let keyOfC = "c"

    init(a: String? = nil, b: String? = nil, c: String? = nil) {
        self.a = a
        self.b = b
        self.c = c
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.a = try reader.optional("a")
        self.b = try reader.optional("b")
        self.c = try reader.optional("c")
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.a, "a")
        fields.write(self.b, "b")
        fields.write(self.c, "c")
        return fields.content
    }
}

/// 注释 with ``` and `code`
nonisolated struct CommentedEnum: GeneratedEnumeration {
    /// What is sent; any value is one.
    var rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A case.
    static let A = Self(rawValue: "A")
    /// Behind.
    static let B = Self(rawValue: "B")
}
