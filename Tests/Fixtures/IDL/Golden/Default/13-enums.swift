// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 13-enums.http.

import AbstractHTTPIDL

/// `Status`
nonisolated struct Status: GeneratedEnumeration {
    /// What is sent; any value is one.
    var rawValue: String

    init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// `active`
    static let ACTIVE = Self(rawValue: "active")
    /// `in-active`
    static let INACTIVE = Self(rawValue: "in-active")
    /// `enabled`
    @available(*, deprecated, message: "it is ACTIVE")
    static let ENABLED = Self(rawValue: "enabled")
}

/// `Level`
nonisolated struct Level: GeneratedEnumeration {
    /// What is sent; any value is one.
    var rawValue: Int32

    init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `1`
    static let LOW = Self(rawValue: 1)
    /// `2`
    static let HIGH = Self(rawValue: 2)
    /// `-3`
    static let NEGATIVE = Self(rawValue: -3)
}

/// `Big`
nonisolated struct Big: GeneratedEnumeration {
    /// What is sent; any value is one.
    var rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// `18446744073709551615`
    static let MAX = Self(rawValue: 18446744073709551615)
}

/// `GET /enums/$id`
nonisolated class GetEnumsIdRequest: GeneratedRequest {
    typealias ResponseModel = GetEnumsIdResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `$id` of the path.
    let id: String
    /// `status`
    var status: Status? = Status.ACTIVE
    /// `all`
    var all: [Status]?
    /// `levels`
    var levels: [Status: Level]?

    static let keyOfStatus = "status"
    static let keyOfAll = "all"
    static let keyOfLevels = "levels"
    var keyOfStatus: String { "status" }
    var keyOfAll: String { "all" }
    var keyOfLevels: String { "levels" }

    init(id: String) {
        self.id = id
    }

    func makeURI() throws -> String {
        try "/enums/\(PathSegment(self.id, named: "id"))"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.status, "status")
        fields.write(self.all, "all")
        fields.write(self.levels, "levels")
        return fields.content
    }
}

/// The response to `GET /enums/$id`.
nonisolated struct GetEnumsIdResponse: GeneratedResponse {
    /// `status`
    let status: Status?
    /// `l`
    let level: Level
    /// `all`
    let all: [Status?]?
    /// `levels`
    let levels: [Level: Status]?
    /// `big`
    let big: Big?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfStatus = "status"
    static let keyOfLevel = "l"
    static let keyOfAll = "all"
    static let keyOfLevels = "levels"
    static let keyOfBig = "big"

    init(
        status: Status? = nil, level: Level = Level.HIGH, all: [Status?]? = nil, levels: [Level: Status]? = nil,
        big: Big? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)
    ) {
        self.status = status
        self.level = level
        self.all = all
        self.levels = levels
        self.big = big
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.status = try reader.optional("status")
        self.level = try reader.value("l", default: Level.HIGH)
        self.all = try reader.optional("all")
        self.levels = try reader.optional("levels")
        self.big = try reader.optional("big")
    }
}
