// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 17-bare.http.

public import AbstractHTTPIDL
public import Foundation

/// `BareInt`
public nonisolated struct BareInt: GeneratedContent, Hashable {
    /// The whole content.
    public var body: Int32

    public init(body: Int32) {
        self.body = body
    }

    public init(reading reader: ContentReader) throws {
        self.body = try reader.required()
    }

    public func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `BareArray`
public nonisolated struct BareArray: GeneratedContent, Hashable {
    /// The whole content.
    public var body: [[String: Int64]]

    public init(body: [[String: Int64]]) {
        self.body = body
    }

    public init(reading reader: ContentReader) throws {
        self.body = try reader.required()
    }

    public func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `BareDict`
public nonisolated struct BareDict: GeneratedContent, Hashable {
    /// The whole content.
    public var body: [String: [Int64]]

    public init(body: [String: [Int64]]) {
        self.body = body
    }

    public init(reading reader: ContentReader) throws {
        self.body = try reader.required()
    }

    public func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `BareStruct`
public nonisolated struct BareStruct: GeneratedContent, Hashable {
    /// The whole content.
    public var body: BareInt

    public init(body: BareInt) {
        self.body = body
    }

    public init(reading reader: ContentReader) throws {
        self.body = try reader.required()
    }

    public func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `BareOptional`
public nonisolated struct BareOptional: GeneratedContent, Hashable {
    /// The whole content.
    public var body: String?

    public init(body: String? = nil) {
        self.body = body
    }

    public init(reading reader: ContentReader) throws {
        self.body = try reader.optional()
    }

    public func asRequestContent() -> RequestContent {
        ContentWriter.content(of: self.body)
    }
}

/// `GET /bare/array`
public nonisolated class GetBareArrayRequest: GeneratedRequest {
    public typealias ResponseModel = GetBareArrayResponse
    public static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: [[String: Int64]]?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/array"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `GET /bare/array`.
public nonisolated struct GetBareArrayResponse: GeneratedResponse {
    /// The whole content.
    public let body: [[String: String]]
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: [[String: String]], rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /bare/dict`
public nonisolated class PostBareDictRequest: GeneratedRequest {
    public typealias ResponseModel = PostBareDictResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: [String: [Int64]]?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/dict"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /bare/dict`.
public nonisolated struct PostBareDictResponse: GeneratedResponse {
    /// The whole content.
    public let body: [String: [String]]
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: [String: [String]], rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /bare/simple`
public nonisolated class PostBareSimpleRequest: GeneratedRequest {
    public typealias ResponseModel = PostBareSimpleResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: Int64?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/simple"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /bare/simple`.
public nonisolated struct PostBareSimpleResponse: GeneratedResponse {
    /// The whole content.
    public let body: String
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.text
    public static let isStrict = true

    public init(body: String, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /bare/struct`
public nonisolated class PostBareStructRequest: GeneratedRequest {
    public typealias ResponseModel = PostBareStructResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: BareStruct?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/struct"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /bare/struct`.
public nonisolated struct PostBareStructResponse: GeneratedResponse {
    /// The whole content.
    public let body: BareStruct
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: BareStruct, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `PUT /bare/bytes`
public nonisolated class PutBareBytesRequest: GeneratedRequest {
    public typealias ResponseModel = PutBareBytesResponse
    public static let method = "PUT"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: HTTPData?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/bytes"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `PUT /bare/bytes`.
public nonisolated struct PutBareBytesResponse: GeneratedResponse {
    /// The whole content.
    public let body: HTTPData
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.bytes
    public static let isStrict = true

    public init(body: HTTPData, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /bare/bytes`
public nonisolated class PostBareBytesRequest: GeneratedRequest {
    public typealias ResponseModel = PostBareBytesResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: HTTPFile?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/bytes"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /bare/bytes`.
public nonisolated struct PostBareBytesResponse: GeneratedResponse {
    /// The whole content.
    public let body: Date
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: Date, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `PUT /bare/optional`
public nonisolated class PutBareOptionalRequest: GeneratedRequest {
    public typealias ResponseModel = PutBareOptionalResponse
    public static let method = "PUT"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: HTTPData?

    public init() {}

    public func makeURI() throws -> String {
        "/bare/optional"
    }

    public func makeContent() throws -> RequestContent? {
        ContentWriter.optionalContent(of: self.body)
    }
}

/// The response to `PUT /bare/optional`.
public nonisolated struct PutBareOptionalResponse: GeneratedResponse {
    /// The whole content.
    public let body: String?
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.text
    public static let isStrict = true

    public init(body: String? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.optional()
    }
}
