// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 14-defaults.http.

public import AbstractHTTPIDL

/// `Paging`
public nonisolated struct Paging: GeneratedContent, Hashable {
    /// `page`
    public var page: Int32
    /// `per_page`
    public var size: Int32
    /// `sort`
    public var sort: String
    /// `all`
    public var all: Bool
    /// `cursor`
    public var cursor: String?

    public static let keyOfPage = "page"
    public static let keyOfSize = "per_page"
    public static let keyOfSort = "sort"
    public static let keyOfAll = "all"
    public static let keyOfCursor = "cursor"

    public init(
        page: Int32 = 1, size: Int32 = 20, sort: String = "name\t\"asc\"", all: Bool = false, cursor: String? = nil
    ) {
        self.page = page
        self.size = size
        self.sort = sort
        self.all = all
        self.cursor = cursor
    }

    public init(reading reader: ContentReader) throws {
        try reader.requireFields()
        self.page = try reader.value("page", default: 1)
        self.size = try reader.value("per_page", default: 20)
        self.sort = try reader.value("sort", default: "name\t\"asc\"")
        self.all = try reader.value("all", default: false)
        self.cursor = try reader.optional("cursor")
    }

    public func asRequestContent() -> RequestContent {
        var fields = ContentWriter()
        fields.write(self.page, "page")
        fields.write(self.size, "per_page")
        fields.write(self.sort, "sort")
        fields.write(self.all, "all")
        fields.write(self.cursor, "cursor")
        return fields.content
    }
}

/// `POST /defaults`
public nonisolated class PostDefaultsRequest: GeneratedRequest {
    public typealias ResponseModel = PostDefaultsResponse
    public static let method = "POST"

    /// Where it is sent, and how; that of all requests unless it is changed.
    public var configuration = BaseConfiguration.shared
    /// What sends it.
    public var client = BaseClient.shared

    /// `a`
    public var a: Int8? = -128
    /// `b`
    public var b: UInt64? = 18446744073709551615
    /// `c`
    public var c: Double? = 1.5e+300
    /// `d`
    public var d: Float? = -0.25
    /// `e`
    public var e: String? = "\\(x)"
    /// `f`
    public var f: [Int32]? = []
    /// `g`
    public var g: [String: String]? = [:]
    /// `h`
    public var h: Bool? = true
    /// `i`
    public var i: Double? = 3.0
    /// `j`
    public var j: String? = ""

    public static let keyOfA = "a"
    public static let keyOfB = "b"
    public static let keyOfC = "c"
    public static let keyOfD = "d"
    public static let keyOfE = "e"
    public static let keyOfF = "f"
    public static let keyOfG = "g"
    public static let keyOfH = "h"
    public static let keyOfI = "i"
    public static let keyOfJ = "j"
    public var keyOfA: String { "a" }
    public var keyOfB: String { "b" }
    public var keyOfC: String { "c" }
    public var keyOfD: String { "d" }
    public var keyOfE: String { "e" }
    public var keyOfF: String { "f" }
    public var keyOfG: String { "g" }
    public var keyOfH: String { "h" }
    public var keyOfI: String { "i" }
    public var keyOfJ: String { "j" }

    public init() {}

    public func makeURI() throws -> String {
        "/defaults"
    }

    public func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.a, "a")
        fields.write(self.b, "b")
        fields.write(self.c, "c")
        fields.write(self.d, "d")
        fields.write(self.e, "e")
        fields.write(self.f, "f")
        fields.write(self.g, "g")
        fields.write(self.h, "h")
        fields.write(self.i, "i")
        fields.write(self.j, "j")
        return fields.content
    }
}

/// The response to `POST /defaults`.
public nonisolated struct PostDefaultsResponse: GeneratedResponse {
    /// `page`
    public let page: Int32
    /// `f`
    public let f: [Paging]
    /// `g`
    public let g: [String: Paging]
    /// `paging`
    public let paging: Paging
    /// `n`
    public let n: UInt8
    /// Status, header fields and bytes.
    public let rawResponse: HTTPResponse

    public static let keyOfPage = "page"
    public static let keyOfF = "f"
    public static let keyOfG = "g"
    public static let keyOfPaging = "paging"
    public static let keyOfN = "n"

    public static let isStrict = true

    public init(
        page: Int32 = 1, f: [Paging] = [], g: [String: Paging] = [:], paging: Paging, n: UInt8 = 7,
        rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)
    ) {
        self.page = page
        self.f = f
        self.g = g
        self.paging = paging
        self.n = n
        self.rawResponse = rawResponse
    }

    public init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.page = try reader.value("page", default: 1)
        self.f = try reader.value("f", default: [])
        self.g = try reader.value("g", default: [:])
        self.paging = try reader.required("paging")
        self.n = try reader.value("n", default: 7)
    }
}
