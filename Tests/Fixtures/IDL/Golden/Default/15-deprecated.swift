// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 15-deprecated.http.

import AbstractHTTPIDL
import Foundation

/// `GET /v1/old/$id`
@available(*, deprecated, message: "use /v2/old")
nonisolated class GetV1OldIdRequest: GeneratedRequest {
    typealias ResponseModel = GetV1OldIdResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$id` of the path.
    let id: String
    /// `a`
    var a: Int32?

    static let keyOfA = "a"
    var keyOfA: String { "a" }

    init(id: String) {
        self.id = id
    }

    func makeURI() throws -> String {
        try "/v1/old/\(PathSegment(self.id, named: "id"))"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.a, "a")
        return fields.content
    }
}

/// The response to `GET /v1/old/$id`.
@available(*, deprecated, message: "use /v2/old")
nonisolated struct GetV1OldIdResponse: GeneratedResponse {
    /// `b`
    let b: Int32?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfB = "b"

    init(b: Int32? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.b = b
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.b = try reader.optional("b")
    }
}

/// Gets it.
///
/// `GET /v2/old/$id`
@available(*, deprecated)
nonisolated class GetV2OldIdRequest: GeneratedRequest {
    typealias ResponseModel = GetV2OldIdResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$id` of the path.
    let id: String
    /// `a`
    var a: Int32?

    static let keyOfA = "a"
    var keyOfA: String { "a" }

    init(id: String) {
        self.id = id
    }

    func makeURI() throws -> String {
        try "/v2/old/\(PathSegment(self.id, named: "id"))"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.a, "a")
        return fields.content
    }
}

/// The response to `GET /v2/old/$id`.
@available(*, deprecated)
nonisolated struct GetV2OldIdResponse: GeneratedResponse {
    /// `b`
    @available(*, deprecated, message: "use c")
    var b: Int32? { stored_b }
    private let stored_b: Int32?
    /// `c`
    let c: Int32?
    /// `chain`
    @available(*, deprecated)
    var chain: Chain? { stored_chain }
    private let stored_chain: Chain?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfB = "b"
    static let keyOfC = "c"
    static let keyOfChain = "chain"

    init(
        b: Int32? = nil, c: Int32? = nil, chain: Chain? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)
    ) {
        self.stored_b = b
        self.c = c
        self.stored_chain = chain
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.stored_b = try reader.optional("b")
        self.c = try reader.optional("c")
        self.stored_chain = try reader.optional("chain")
    }
}

/// `POST /v2/old/$id`
nonisolated class PostV2OldIdRequest: GeneratedRequest {
    typealias ResponseModel = PostV2OldIdResponse
    static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$id` of the path.
    let id: String
    /// `page`
    @available(*, deprecated, message: "a \"quoted\" reason")
    var page: Int32? {
        get { stored_page }
        set { stored_page = newValue }
    }
    private var stored_page: Int32? = 1
    /// `since`
    @available(*, deprecated)
    var since: Date? {
        get { stored_since }
        set { stored_since = newValue }
    }
    private var stored_since: Date?
    /// `other`
    @available(*, deprecated)
    var other: DEPRECATED? {
        get { stored_other }
        set { stored_other = newValue }
    }
    private var stored_other: DEPRECATED?
    /// `same`
    var same: DEPRECATED?

    static let keyOfPage = "page"
    static let keyOfSince = "since"
    static let keyOfOther = "other"
    static let keyOfSame = "same"
    var keyOfPage: String { "page" }
    var keyOfSince: String { "since" }
    var keyOfOther: String { "other" }
    var keyOfSame: String { "same" }

    init(id: String) {
        self.id = id
    }

    func makeURI() throws -> String {
        try "/v2/old/\(PathSegment(self.id, named: "id"))"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.stored_page, "page")
        fields.write(self.stored_since, "since")
        fields.write(self.stored_other, "other")
        fields.write(self.same, "same")
        return fields.content
    }
}

/// The response to `POST /v2/old/$id`.
nonisolated struct PostV2OldIdResponse: GeneratedResponse {
    /// The whole content.
    let body: DEPRECATED?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let contentKind = ResponseContentKind.value

    init(body: DEPRECATED? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.optional()
    }
}

/// `Chain`
nonisolated struct Chain: GeneratedContent, Hashable {
    /// `next`
    @available(*, deprecated, message: "no more")
    var next: Chain? {
        get { stored_next.value }
        set { stored_next.value = newValue }
    }
    private var stored_next: Indirect<Chain?>
    /// `name`
    var name: String?
    /// `size`
    @available(*, deprecated)
    var size: Int32 {
        get { stored_size }
        set { stored_size = newValue }
    }
    private var stored_size: Int32

    static let keyOfNext = "next"
    static let keyOfName = "name"
    static let keyOfSize = "size"

    init(next: Chain? = nil, name: String? = nil, size: Int32 = 3) {
        self.stored_next = Indirect(next)
        self.name = name
        self.stored_size = size
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_next = Indirect(try reader.optional("next"))
        self.name = try reader.optional("name")
        self.stored_size = try reader.value("size", default: 3)
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_next.value, "next")
        fields.write(self.name, "name")
        fields.write(self.stored_size, "size")
        return fields.content
    }
}

/// `DEPRECATED`
nonisolated struct DEPRECATED: GeneratedContent, Hashable {
    /// `text`
    @available(*, deprecated)
    var text: String? {
        get { stored_text }
        set { stored_text = newValue }
    }
    private var stored_text: String?

    static let keyOfText = "text"

    init(text: String? = nil) {
        self.stored_text = text
    }

    init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.stored_text = try reader.optional("text")
    }

    func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.stored_text, "text")
        return fields.content
    }
}
