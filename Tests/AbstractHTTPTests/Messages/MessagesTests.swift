import AbstractHTTP
import TestSupport
import Testing

/// The messages about requests that cannot be sent are in `Fixtures/Messages.txt`.
@Suite struct MessagesTests {
    private static let errors: [String: InvalidRequest] = [
        "malformedURL": .malformedURL("https://a b/"), "relativeURL": .relativeURL("api.example.com"),
        "baseURL": .baseURL("api.example.com/v1"), "missingFile": .missingFile(path: "/films/7.mp4"),
        "notAFile": .notAFile(path: "/films"),
        "missingURL": .missingURL("User"), "missingBase": .missingBase("users/7"), "missingOrigins": .missingOrigins,
        "malformedHost": .malformedHost("https://a%2Fb/"), "nearMiss": .nearMiss("method", use: "httpMethod"),
        "pathSegment": .pathSegment(".."), "optional": .optional("/users/Optional(7)"),
        "portOutOfRange": .portOutOfRange("https://example.com:99999/"),
        "method": .method("A B"), "headerName": .headerName("X B"), "headerValue": .headerValue(name: "X-Note"),
        "contentLength": .contentLength("1, 2"), "contentLengthMismatch": .contentLengthMismatch(declared: 5, body: 60),
        "transferEncoding": .transferEncoding("chunked"), "twoBodies": .twoBodies, "bodyAlreadySent": .bodyAlreadySent,
        "awaitsItself": .awaitsItself,
    ]

    @Test func messagesOfInvalidRequestsAreKnown() throws {
        let file = "Sources/AbstractHTTP/Messages/InvalidRequest.swift"

        #expect(try MessageSnapshot.cases(of: "InvalidRequest", in: file, without: Self.errors.keys) == [])
        try MessageSnapshot.check(Self.errors.map { ($0.key, $0.value.description) }, in: "Invalid requests")
    }

    private static let reasons: [String: HTTPContentError.Reason] = [
        "noMember": .noMember, "noKey": .noKey, "file": .file, "data": .data, "nestedArray": .nestedArray,
        "notFinite": .notFinite,
        "null": .null, "notBinary": .notBinary, "tooDeep": .tooDeep, "mediaType": .mediaType,
        "unreadableFile": .unreadableFile("\(InvalidRequest.missingFile(path: "/films/7.mp4"))"),
        "unsupported": .unsupported("Money"),
    ]

    @Test func messagesOfContentThatCannotBeEncodedAreKnown() throws {
        let file = "Sources/AbstractHTTP/Content/HTTPContentError.swift"

        #expect(try MessageSnapshot.cases(of: "Reason", in: file, without: Self.reasons.keys) == [])
        try MessageSnapshot.check(
            Self.reasons.map { ($0.key, HTTPContentError(path: "user.avatar", reason: $0.value).description) },
            in: "Content that cannot be encoded")
    }
}
