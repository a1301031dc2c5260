// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 03-parameters.http.

import AbstractHTTPIDL

/// `DELETE /connections/$user_id`
nonisolated class DeleteConnectionsUserIdRequest: GeneratedRequest {
    typealias ResponseModel = DeleteConnectionsUserIdResponse
    static let method = "DELETE"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$user_id` of the path.
    let user_id: String

    init(user_id: String) {
        self.user_id = user_id
    }

    func makeURI() throws -> String {
        try "/connections/\(PathSegment(self.user_id, named: "user_id"))"
    }
}

/// The response to `DELETE /connections/$user_id`.
nonisolated struct DeleteConnectionsUserIdResponse: GeneratedResponse {
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let contentKind = ResponseContentKind.none

    init(rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
    }
}

/// `GET /users/$user_id/photos/$photoId/raw`
nonisolated class GetUsersUserIdPhotosPhotoIdRawRequest: GeneratedRequest {
    typealias ResponseModel = GetUsersUserIdPhotosPhotoIdRawResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$user_id` of the path.
    let user_id: String
    /// `$photoId` of the path.
    let photoId: String
    /// `large`
    var large: Bool?

    static let keyOfLarge = "large"
    var keyOfLarge: String { "large" }

    init(user_id: String, photoId: String) {
        self.user_id = user_id
        self.photoId = photoId
    }

    func makeURI() throws -> String {
        try
            "/users/\(PathSegment(self.user_id, named: "user_id"))/photos/\(PathSegment(self.photoId, named: "photoId"))/raw"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.large, "large")
        return fields.content
    }
}

/// The response to `GET /users/$user_id/photos/$photoId/raw`.
nonisolated struct GetUsersUserIdPhotosPhotoIdRawResponse: GeneratedResponse {
    /// The whole content.
    let body: HTTPData?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let contentKind = ResponseContentKind.bytes

    init(body: HTTPData? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.optional()
    }
}

/// `PUT /a/$class/$self/$init/$in/$let/$inout/$var/$default`
nonisolated class PutAClassSelfInitInLetInoutVarDefaultRequest: GeneratedRequest {
    typealias ResponseModel = PutAClassSelfInitInLetInoutVarDefaultResponse
    static let method = "PUT"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$class` of the path.
    let `class`: String
    /// `$self` of the path.
    let `self`: String
    /// `$init` of the path.
    let `init`: String
    /// `$in` of the path.
    let `in`: String
    /// `$let` of the path.
    let `let`: String
    /// `$inout` of the path.
    let `inout`: String
    /// `$var` of the path.
    let `var`: String
    /// `$default` of the path.
    let `default`: String
    /// The whole content.
    var body: String?

    init(
        class class_: String, self self_: String, init init_: String, in in_: String, `let` let_: String,
        `inout` inout_: String, `var` var_: String, default default_: String
    ) {
        self.`class` = class_
        self.`self` = self_
        self.`init` = init_
        self.`in` = in_
        self.`let` = let_
        self.`inout` = inout_
        self.`var` = var_
        self.`default` = default_
    }

    func makeURI() throws -> String {
        try
            "/a/\(PathSegment(self.`class`, named: "class"))/\(PathSegment(self.`self`, named: "self"))/\(PathSegment(self.`init`, named: "init"))/\(PathSegment(self.`in`, named: "in"))/\(PathSegment(self.`let`, named: "let"))/\(PathSegment(self.`inout`, named: "inout"))/\(PathSegment(self.`var`, named: "var"))/\(PathSegment(self.`default`, named: "default"))"
    }

    func makeContent() throws -> RequestContent? {
        ContentWriter.optionalContent(of: self.body)
    }
}

/// The response to `PUT /a/$class/$self/$init/$in/$let/$inout/$var/$default`.
nonisolated struct PutAClassSelfInitInLetInoutVarDefaultResponse: GeneratedResponse {
    /// The whole content.
    let body: Int32?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let contentKind = ResponseContentKind.value

    init(body: Int32? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.optional()
    }
}
