import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// How each decoder reads a body.
@Suite struct ContentDecoderTests {
    @Test(arguments: [#"{"at": 1e400}"#, #"{"at": [1]}"#, #"{"at": {"a": 1}}"#, #"{"at": true}"#])
    func invalidDateIsAnErrorNotATrap(json: String) {
        struct Event: Decodable { var at: Date }
        let response = Response(statusCode: 200, data: Data(json.utf8))

        #expect(throws: DecodingError.self) { try JSONContentDecoder().decode(Event.self, from: response) }
    }

    @Test func aNumberThatIsTooLargeForATreeIsAnError() {
        let response = Response(statusCode: 200, data: Data(#"{"a": [1e400]}"#.utf8))

        #expect(throws: DecodingError.self) { try JSONContentDecoder().decode(HTTPContent.self, from: response) }
    }

    struct Token: Decodable, Equatable, Sendable {
        var accessToken: String
        var expiresIn: Int
        var at: Date?

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresIn = "expires_in"
            case at
        }
    }

    static let token = Token(accessToken: "a b", expiresIn: 60, at: nil)
    static let json = #"{"access_token": "a b", "expires_in": 60}"#
    static let plist = """
        <plist version="1.0"><dict><key>access_token</key><string>a b</string>
        <key>expires_in</key><integer>60</integer></dict></plist>
        """

    @Test(arguments: [
        ("application/json", json), ("Application/JSON; charset=utf-8", json), ("application/vnd.x+json", json),
        ("text/json", json), ("text/plain", json), ("text/html; charset=utf-8", json), ("x/y", json), (nil, json),
        ("application/x-www-form-urlencoded", "access_token=a+b&expires_in=60"), ("application/x-plist", plist),
        ("application/vnd.x+plist", plist), ("text/x-apple-plist+xml", plist),
    ])
    func mediaTypeSelectsTheDecoder(mediaType: String?, body: String) throws {
        #expect(try response(mediaType, body).decoded(as: Token.self) == Self.token)
        #expect(try response(mediaType, body).decoded(as: Token?.self) == Self.token)
    }

    @Test func customDecoderHandlesItsMediaType() throws {
        let decoders = MediaTypeDecoder(others: ["application/json": Fixed()])

        #expect(try decoders.decode(Int.self, from: response("application/json", "1")) == 42)
        #expect(try decoders.decode(Int.self, from: response("text/json", "1")) == 1)
    }

    @Test func oneValueIsReadFromText() throws {
        enum Color: String, Decodable { case red }
        #expect(try response("text/plain", " 42\n").decoded(as: Int.self) == 42)
        #expect(try response("text/plain", "true").decoded(as: Bool.self))
        #expect(try response("text/plain", "red").decoded(as: Color.self) == .red)
        #expect(try response("text/plain", "https://a.b/c").decoded(as: URL.self).host() == "a.b")
        #expect(try response("text/plain", "1970-01-01T00:00:01Z").decoded() == Date(timeIntervalSince1970: 1))
        #expect(throws: DecodingError.self) { try response("text/plain", "many").decoded(as: Int.self) }
        #expect(throws: DecodingError.self) {
            try TextContentDecoder().decode(Token.self, from: response("text/plain", Self.json))
        }
    }

    @Test func whitespaceAroundAValueIsIgnored() throws {
        enum Color: String, Decodable { case red }
        #expect(try response("text/plain", "red\r\n").decoded(as: Color.self) == .red)
        #expect(try response("text/plain", "1\n").decoded(as: Bool.self))
        #expect(try response("text/plain", "https://a.b/c\n").decoded() == URL(string: "https://a.b/c"))
    }

    @Test func compositeTextIsDecodedAsJSON() throws {
        #expect(try response("text/plain", #"["a", "b"]"#).decoded(as: [String].self) == ["a", "b"])
        #expect(try response("text/plain", #"["a"]"#).decoded(as: Set<String>.self) == ["a"])
        #expect(try response("text/plain", #"{"a": 1}"#).decoded(as: HTTPContent.self) == ["a": 1])
        #expect(try response("text/plain", "plain").decoded(as: HTTPContent.self) == "plain")
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/json"])
    func recursiveModelEndsWithTheBody(mediaType: String) throws {
        struct Tree: Decodable {
            var children: [Tree]
            init(from decoder: any Decoder) throws { children = try [Tree](from: decoder) }
        }
        _ = try? response(mediaType, "[[],[]]").decoded(as: Tree.self)
        _ = try? response(mediaType, "a=b").decoded(as: [String: Tree].self)
    }

    @Test(arguments: ["12abc", "1.2.3", "1 2", "0x10", "-", "nan", "inf", "1e999", ".", "+", "1e", "e5", "--1"])
    func textWithANumericPrefixIsNotANumber(text: String) {
        for type in [Double.self, Float.self, Decimal.self] as [any Decodable.Type] {
            #expect(throws: DecodingError.self, "\(type)") { try response("text/plain", text).decoded(as: type) }
        }
    }

    @Test(arguments: [("+5", 5), (".5", 0.5), ("5.", 5), ("007", 7), ("-1.5e+2", -150)] as [(String, Double)])
    func aNumberInAFormMayBeWrittenFreely(text: String, value: Double) throws {
        #expect(try response("text/plain", text).decoded(as: Double.self) == value)
        #expect(try response("text/plain", text).decoded(as: Decimal.self) == Decimal(value))
    }

    @Test func formWithManyKeysIsReadInLinearTime() throws {
        let body = (0..<20_000).map { "key\($0)=\($0)" }.joined(separator: "&")

        let model = try response("application/x-www-form-urlencoded", body).decoded(as: [String: Int].self)

        #expect(model.count == 20_000)
        #expect(model["key19999"] == 19_999)
    }

    @Test func jsonDecoderSetsDatesAndKeys() throws {
        struct Event: Decodable, Equatable {
            var startsAt: Date
            var isOpen: Bool
        }
        let snake = JSONContentDecoder(dates: .secondsSince1970, keys: .fromSnakeCase)
        let upper = JSONContentDecoder(keys: .custom { $0.prefix(1).lowercased() + $0.dropFirst() })
        let expected = Event(startsAt: Date(timeIntervalSince1970: 1.5), isOpen: true)

        #expect(try snake.decode(from: #"{"starts_at": 1.5, "is_open": true}"#) == expected)
        #expect(try upper.decode(from: #"{"StartsAt": "1970-01-01T00:00:01.500Z", "IsOpen": true}"#) == expected)
    }

    @Test func wrongDateFormatErrorShowsTheValue() {
        let error = #expect(throws: DecodingError.self) {
            try JSONContentDecoder().decode(from: #"{"a": 12345}"#) as [String: Date]
        }
        guard case .dataCorrupted(let context) = error else { return #expect(Bool(false), "\(error as Any)") }
        let message = #"12345 is not a date in ISO 8601, such as "2026-11-21T09:30:00Z""#
        #expect(
            context.debugDescription.hasSuffix(
                message + "; set contentDecoder to JSONContentDecoder(dates: .secondsSince1970)")
        )
        #expect(context.codingPath.count == 1)
    }

    @Test func aFormHasArraysNumbersAndDates() throws {
        struct Form: Decodable, Equatable {
            var tags: [String]
            var ids: [UInt8]
            var one: [String]
            var ratio: Double
            var on: Bool
            var off: Bool
            var at: Date
            var price: Decimal
            var missing: String?
            var empty: String
        }
        let text = "tags=a&ids[]=7&tags=b&one=x&ratio=0.5&on=1&off=false&at=1970-01-01T00:00:00Z&price=0.10&empty"

        let form = try response("application/x-www-form-urlencoded", text).decoded(as: Form.self)

        #expect(
            form
                == Form(
                    tags: ["a", "b"], ids: [7], one: ["x"], ratio: 0.5, on: true, off: false,
                    at: Date(timeIntervalSince1970: 0), price: Decimal(string: "0.1") ?? 0, missing: nil, empty: ""))
    }

    @Test(arguments: ["n=300", "n=x", "n=1.5", "m=1", "n=1&n=2"])
    func invalidNumberInAFormIsAnError(form: String) {
        struct Small: Decodable { var n: UInt8 }
        #expect(throws: DecodingError.self) {
            try response("application/x-www-form-urlencoded", form).decoded(as: Small.self)
        }
    }

    @Test func specDecoderOverridesTheConfigs() async throws {
        var config = ConnectionConfig.over(MockConnector { _ in .text("1") })
        #expect(try await Connection(Number(), config: config).response() == 1)

        config.contentDecoder = Fixed()
        #expect(try await Connection(Number(), config: config).response() == 42)
        #expect(try await Connection(Own(), config: config).response() == 1)
        #expect(try await Connection(ByHand(), config: config).response() == 43)
    }

    struct Number: ConnectionSpec {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/") }
    }

    struct Own: ConnectionSpec {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/") }
        var contentDecoder: (any ContentDecoder)? { JSONContentDecoder() }
    }

    struct ByHand: ConnectionSpec {
        typealias ResponseModel = Int
        var request: HTTP { HTTP("https://example.com/") }
        func parseResponse(response: Response) throws -> Int { try response.decoded(as: Int.self) + 1 }
    }

    private func response(_ mediaType: String?, _ body: String) -> Response {
        Response(
            statusCode: 200, headers: mediaType.map { ["Content-Type": $0] } ?? [:], data: Data(body.utf8))
    }
}

/// Decodes 42, whatever the body is.
private struct Fixed: ContentDecoder {
    func decode<Model: Decodable>(_ type: Model.Type, from response: Response) throws -> Model {
        try JSONDecoder().decode(type, from: Data("42".utf8))
    }
}

extension ContentDecoder {
    fileprivate func decode<Model: Decodable>(from json: String) throws -> Model {
        try decode(Model.self, from: Response(statusCode: 200, data: Data(json.utf8)))
    }
}
