// swift-format-ignore-file
// Made by httpidl; what is changed here is lost.
// It is made of 01-seed.http.

import AbstractHTTPIDL

/// `GET /my/example`
nonisolated class GetMyExampleRequest: GeneratedRequest {
    typealias ResponseModel = GetMyExampleResponse
    static let method = "GET"

    /// Where it is sent, and how; that of all requests unless it is changed.
    var configuration = BaseConfiguration.shared
    /// What sends it.
    var client = BaseClient.shared

    /// `t`
    var t1: Int32?
    /// `tt`
    var t2: String?

    static let keyOfT1 = "t"
    static let keyOfT2 = "tt"
    var keyOfT1: String { "t" }
    var keyOfT2: String { "tt" }

    init() {}

    func makeURI() throws -> String {
        "/my/example"
    }

    func makeContent() throws -> RequestContent? {
        var fields = ContentWriter()
        fields.write(self.t1, "t")
        fields.write(self.t2, "tt")
        return fields.content
    }
}

/// The response to `GET /my/example`.
nonisolated struct GetMyExampleResponse: GeneratedResponse {
    /// `x`
    let x1: Int64?
    /// `xx`
    let x2: Double?
    /// Status, header fields and bytes.
    let rawResponse: HTTPResponse

    static let keyOfX1 = "x"
    static let keyOfX2 = "xx"

    init(x1: Int64? = nil, x2: Double? = nil, rawResponse: HTTPResponse = HTTPResponse(statusCode: 200)) {
        self.x1 = x1
        self.x2 = x2
        self.rawResponse = rawResponse
    }

    init(reading reader: ContentReader, rawResponse: HTTPResponse) throws {
        self.rawResponse = rawResponse
        self.x1 = try reader.optional("x")
        self.x2 = try reader.optional("xx")
    }
}
