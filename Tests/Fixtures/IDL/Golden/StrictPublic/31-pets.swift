// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 31-pets.http.

public import AbstractHTTPIDL
public import Foundation

/// The usual store.
public nonisolated struct Category: GeneratedContent, Hashable {
    /// `id`
    public var id: Int64
    /// `name`
    public var name: String

    public static let keyOfId = "id"
    public static let keyOfName = "name"

    public init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }

    public init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.id = try reader.required("id")
        self.name = try reader.required("name")
    }

    public func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.id, "id")
        fields.write(self.name, "name")
        return fields.content
    }
}

/// `Tag`
public nonisolated struct Tag: GeneratedContent, Hashable {
    /// `id`
    public var id: Int64
    /// `name`
    public var name: String

    public static let keyOfId = "id"
    public static let keyOfName = "name"

    public init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }

    public init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.id = try reader.required("id")
        self.name = try reader.required("name")
    }

    public func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.id, "id")
        fields.write(self.name, "name")
        return fields.content
    }
}

/// `PetStatus`
public nonisolated struct PetStatus: GeneratedEnumeration {
    /// What is sent; any value is one.
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// `available`
    public static let AVAILABLE = Self(rawValue: "available")
    /// `pending`
    public static let PENDING = Self(rawValue: "pending")
    /// `sold`
    public static let SOLD = Self(rawValue: "sold")
}

/// `Pet`
public nonisolated struct Pet: GeneratedContent, Hashable {
    /// `id`
    public var id: Int64?
    /// `name`
    public var name: String
    /// `category`
    public var category: Category?
    /// `photoUrls`
    public var photoUrls: [String]
    /// `tags`
    public var tags: [Tag]?
    /// What the store does with it.
    public var status: PetStatus?

    public static let keyOfId = "id"
    public static let keyOfName = "name"
    public static let keyOfCategory = "category"
    public static let keyOfPhotoUrls = "photoUrls"
    public static let keyOfTags = "tags"
    public static let keyOfStatus = "status"

    public init(
        id: Int64? = nil, name: String, category: Category? = nil, photoUrls: [String], tags: [Tag]? = nil,
        status: PetStatus? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.photoUrls = photoUrls
        self.tags = tags
        self.status = status
    }

    public init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.id = try reader.optional("id")
        self.name = try reader.required("name")
        self.category = try reader.optional("category")
        self.photoUrls = try reader.required("photoUrls")
        self.tags = try reader.optional("tags")
        self.status = try reader.optional("status")
    }

    public func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.id, "id")
        fields.write(self.name, "name")
        fields.write(self.category, "category")
        fields.write(self.photoUrls, "photoUrls")
        fields.write(self.tags, "tags")
        fields.write(self.status, "status")
        return fields.content
    }
}

/// `Order`
public nonisolated struct Order: GeneratedContent, Hashable {
    /// `id`
    public var id: Int64
    /// `petId`
    public var petId: Int64
    /// `quantity`
    public var quantity: Int32
    /// `shipDate`
    public var shipDate: Date
    /// `complete`
    public var complete: Bool

    public static let keyOfId = "id"
    public static let keyOfPetId = "petId"
    public static let keyOfQuantity = "quantity"
    public static let keyOfShipDate = "shipDate"
    public static let keyOfComplete = "complete"

    public init(id: Int64, petId: Int64, quantity: Int32 = 1, shipDate: Date, complete: Bool = false) {
        self.id = id
        self.petId = petId
        self.quantity = quantity
        self.shipDate = shipDate
        self.complete = complete
    }

    public init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.id = try reader.required("id")
        self.petId = try reader.required("petId")
        self.quantity = try reader.value("quantity", default: 1)
        self.shipDate = try reader.required("shipDate")
        self.complete = try reader.value("complete", default: false)
    }

    public func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.id, "id")
        fields.write(self.petId, "petId")
        fields.write(self.quantity, "quantity")
        fields.write(self.shipDate, "shipDate")
        fields.write(self.complete, "complete")
        return fields.content
    }
}

/// `PUT /pet`
public nonisolated class PutPetRequest: GeneratedRequest {
    public typealias ResponseModel = PutPetResponse
    public static let method = "PUT"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: Pet?

    public init() {}

    public func makeURI() throws -> String {
        "/pet"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `PUT /pet`.
public nonisolated struct PutPetResponse: GeneratedResponse {
    /// The whole content.
    public let body: Pet
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: Pet, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /pet`
public nonisolated class PostPetRequest: GeneratedRequest {
    public typealias ResponseModel = PostPetResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: Pet?

    public init() {}

    public func makeURI() throws -> String {
        "/pet"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /pet`.
public nonisolated struct PostPetResponse: GeneratedResponse {
    /// The whole content.
    public let body: Pet
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: Pet, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `GET /pet/findByStatus`
public nonisolated class GetPetFindByStatusRequest: GeneratedRequest {
    public typealias ResponseModel = GetPetFindByStatusResponse
    public static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// `status`
    public var status: [PetStatus]?

    public static let keyOfStatus = "status"
    public var keyOfStatus: String { "status" }

    public init() {}

    public func makeURI() throws -> String {
        "/pet/findByStatus"
    }

    public func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        try fields.require(self.status, "status")
        return fields.content
    }
}

/// The response to `GET /pet/findByStatus`.
public nonisolated struct GetPetFindByStatusResponse: GeneratedResponse {
    /// The whole content.
    public let body: [Pet]
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: [Pet], rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `GET /pet/$petId`
public nonisolated class GetPetPetIdRequest: GeneratedRequest {
    public typealias ResponseModel = GetPetPetIdResponse
    public static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// `$petId` of the path.
    public let petId: String

    public init(petId: String) {
        self.petId = petId
    }

    public func makeURI() throws -> String {
        try "/pet/\(PathSegment(self.petId, named: "petId"))"
    }
}

/// The response to `GET /pet/$petId`.
public nonisolated struct GetPetPetIdResponse: GeneratedResponse {
    /// The whole content.
    public let body: Pet
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: Pet, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `DELETE /pet/$petId`
public nonisolated class DeletePetPetIdRequest: GeneratedRequest {
    public typealias ResponseModel = DeletePetPetIdResponse
    public static let method = "DELETE"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// `$petId` of the path.
    public let petId: String

    public init(petId: String) {
        self.petId = petId
    }

    public func makeURI() throws -> String {
        try "/pet/\(PathSegment(self.petId, named: "petId"))"
    }
}

/// The response to `DELETE /pet/$petId`.
public nonisolated struct DeletePetPetIdResponse: GeneratedResponse {
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.none
    public static let isStrict = true

    public init(rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
    }
}

/// `POST /pet/$petId/uploadImage`
public nonisolated class PostPetPetIdUploadImageRequest: GeneratedRequest {
    public typealias ResponseModel = PostPetPetIdUploadImageResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// `$petId` of the path.
    public let petId: String
    /// `additionalMetadata`
    public var additionalMetadata: String?
    /// `file`
    public var file: HTTPFile?

    public static let keyOfAdditionalMetadata = "additionalMetadata"
    public static let keyOfFile = "file"
    public var keyOfAdditionalMetadata: String { "additionalMetadata" }
    public var keyOfFile: String { "file" }

    public init(petId: String) {
        self.petId = petId
    }

    public func makeURI() throws -> String {
        try "/pet/\(PathSegment(self.petId, named: "petId"))/uploadImage"
    }

    public func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.additionalMetadata, "additionalMetadata")
        try fields.require(self.file, "file")
        return fields.content
    }
}

/// The response to `POST /pet/$petId/uploadImage`.
public nonisolated struct PostPetPetIdUploadImageResponse: GeneratedResponse {
    /// `code`
    public let code: Int32
    /// `type`
    public let type: String
    /// `message`
    public let message: String
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let keyOfCode = "code"
    public static let keyOfType = "type"
    public static let keyOfMessage = "message"

    public static let isStrict = true

    public init(code: Int32, type: String, message: String, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.code = code
        self.type = type
        self.message = message
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.code = try reader.required("code")
        self.type = try reader.required("type")
        self.message = try reader.required("message")
    }
}

/// `GET /store/inventory`
public nonisolated class GetStoreInventoryRequest: GeneratedRequest {
    public typealias ResponseModel = GetStoreInventoryResponse
    public static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    public init() {}

    public func makeURI() throws -> String {
        "/store/inventory"
    }
}

/// The response to `GET /store/inventory`.
public nonisolated struct GetStoreInventoryResponse: GeneratedResponse {
    /// The whole content.
    public let body: [String: Int32]
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: [String: Int32], rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}

/// `POST /store/order`
public nonisolated class PostStoreOrderRequest: GeneratedRequest {
    public typealias ResponseModel = PostStoreOrderResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// The whole content.
    public var body: Order?

    public init() {}

    public func makeURI() throws -> String {
        "/store/order"
    }

    public func makeContent() throws -> RequestContent? {
        try ContentWriter.requiredContent(of: self.body)
    }
}

/// The response to `POST /store/order`.
public nonisolated struct PostStoreOrderResponse: GeneratedResponse {
    /// The whole content.
    public let body: Order
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let contentKind = ResponseContentKind.value
    public static let isStrict = true

    public init(body: Order, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.body = body
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.body = try reader.required()
    }
}
