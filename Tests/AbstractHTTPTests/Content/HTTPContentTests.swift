import AbstractHTTP
import Foundation
import TestSupport
import Testing

/// Any value as a tree.
@Suite struct HTTPContentTests {
    struct User: Encodable {
        var zip = "W1"
        var age: Int? = 36
        var isActive: Bool? = nil
        var scores = [1.5, 2]
        var born = Date(timeIntervalSince1970: 0)
        var home = URL(string: "https://example.com/a?b")
        var key = Data([1, 2])
        var share = Float(0.1)
        var exact = Decimal(string: "0.10000000000000000001")
        var large = UInt64.max
        var inner = Inner()
        var byName = ["b": Inner(), "a": Inner()]
        var byNumber = [2: "two", 10: "ten"]
        var names: Set = ["c", "a", "b"]
        var maybe: [Int?] = [1, nil]
        var picture = HTTPFile(URL(filePath: "/a.png"))
    }

    struct Inner: Encodable {
        var homeURL: String? = nil
    }

    @Test(arguments: [
        "18446744073709551617", "0.12345678901234567890123", "123456789012345678901234567890", "1e300", "5e-324", "0.1",
    ])
    func decodedNumberKeepsItsDigits(text: String) throws {
        let value = try JSONDecoder().decode(HTTPContent.self, from: Data(text.utf8))

        guard case .number(let number) = value else {
            Issue.record("\(value) is not a number")
            return
        }
        let exact = Decimal(string: text).flatMap { $0.isFinite ? $0 : nil }
        #expect(number.doubleValue == Double(text))
        #expect(exact == nil || Decimal(string: number.description) == exact)
    }

    /// The stack of a task on an Apple system has 512 KB.
    @Test(arguments: [("{\"a\":", "}"), ("[", "]")])
    func deepJSONFitsASmallStack(open: String, close: String) async throws {
        let deepest = try await onThread(stackSize: 512 << 10) {
            [64, 65, 511].filter { levels in
                let text = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
                return (try? JSONDecoder().decode(HTTPContent.self, from: Data(text.utf8))) != nil
            }
        }

        #expect(deepest == [64])
    }

    @Test func membersKeepTheirOrderAndNilIsNull() throws {
        let inner: HTTPContent = ["homeURL": nil]
        let expected: HTTPContent = [
            "zip": "W1", "age": 36, "isActive": nil, "scores": [1.5, 2.0],
            "born": .date(Date(timeIntervalSince1970: 0)),
            "home": "https://example.com/a?b", "key": .data(HTTPData(Data([1, 2]))),
            "share": .number(.init(Float(0.1))), "exact": .number(.init(Decimal(string: "0.10000000000000000001")!)),
            "large": .number(.init(UInt64.max)), "inner": inner, "byName": ["a": inner, "b": inner],
            "byNumber": ["10": "ten", "2": "two"], "names": ["a", "b", "c"], "maybe": [1, nil],
            "picture": .file(HTTPFile(URL(filePath: "/a.png"))),
        ]

        #expect(try HTTPContent(User()) == expected)
    }

    @Test func keyCaseAppliesOnlyToProperties() throws {
        struct Sample: Encodable {
            var homePageURL = 1
            var extras = ["someKey": Inner()]
        }

        let content = try HTTPContent(Sample(), keys: .snakeCase)

        #expect(content == ["home_page_url": 1, "extras": ["someKey": ["home_url": nil]]])
    }

    @Test(arguments: [
        ("id", "id", "id"), ("userName", "user_name", "user-name"), ("homePageURL", "home_page_url", "home-page-url"),
        ("URLString", "url_string", "url-string"), ("oauth2Token", "oauth2_token", "oauth2-token"),
        ("_hidden", "_hidden", "_hidden"), ("already_there", "already_there", "already_there"), ("", "", ""),
    ])
    func wordsBeginAtCapitals(key: String, snake: String, kebab: String) {
        #expect(KeyCodingStrategy.snakeCase.convert(key) == snake)
        #expect(KeyCodingStrategy.kebabCase.convert(key) == kebab)
        #expect(KeyCodingStrategy.unchanged.convert(key) == key)
        #expect(KeyCodingStrategy.custom { $0.uppercased() }.convert(key) == key.uppercased())
    }

    @Test func subclassesAndNestedContainersAreKept() throws {
        class Base: Encodable { var base = 1 }
        final class Derived: Base {
            enum Keys: String, CodingKey { case own, list, nested }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode("x", forKey: .own)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(1)
                try list.encodeNil()
                var last = list.nestedContainer(keyedBy: Keys.self)
                try last.encode(true, forKey: .own)
                var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
                try nested.encode("y", forKey: .own)
                try nested.encode("z", forKey: .own)
                try super.encode(to: container.superEncoder())
            }
        }

        let content = try HTTPContent(Derived())

        #expect(
            content == ["own": "x", "list": [1, nil, ["own": true]], "nested": ["own": "z"], "super": ["base": 1]])
    }

    @Test func repeatedWritesToOneKeyAreMerged() throws {
        struct Steps: Encodable {
            enum Keys: CodingKey { case user, list, name, age }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                for (key, value) in [(Keys.name, 1), (.age, 2)] {
                    var user = container.nestedContainer(keyedBy: Keys.self, forKey: .user)
                    try user.encode(value, forKey: key)
                    var list = container.nestedUnkeyedContainer(forKey: .list)
                    try list.encode(value)
                }
            }
        }
        #expect(try HTTPContent(Steps()) == ["user": ["name": 1, "age": 2], "list": [1, 2]])
    }

    @Test func emptyValueIsAnEmptyDictionary() throws {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(try HTTPContent(["a": Nothing()]) == ["a": [:]])
    }

    @Test func customCodingKeysAreUsed() throws {
        struct Name: Hashable, Encodable, CodingKeyRepresentable {
            var name: String
            var codingKey: any CodingKey { AnyKey(stringValue: name) }
            init(_ name: String) { self.name = name }
            init?(codingKey: some CodingKey) { name = codingKey.stringValue }
        }
        #expect(try HTTPContent([Name("b"): 1, Name("a"): 2]) == ["a": 2, "b": 1])
    }

    @Test func equalCollectionsAreEqualTrees() throws {
        struct Holder: Encodable {
            var values: [String: Int]
            func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
        }
        let days = (0..<8).map { Date(timeIntervalSinceReferenceDate: Double($0) / 100) }
        let data = (0..<8).map { Data([$0, 1, 2]) }
        let keys = (0..<8).map { "pageSize\($0)" }

        #expect(try HTTPContent(Set(days)) == HTTPContent(Set(days.reversed())))
        #expect(try HTTPContent(Set(days)) == .array(days.map(HTTPContent.date)))
        #expect(try HTTPContent(Set(data)) == HTTPContent(Set(data.reversed())))
        let holder = Holder(values: Dictionary(uniqueKeysWithValues: zip(keys.reversed(), 0...)))
        let sorted = HTTPContent.Members(zip(keys, (0..<8).reversed()).map { ($0, .number(.init(Int64($1)))) })
        #expect(try HTTPContent(holder, keys: .snakeCase) == .dictionary(sorted))
    }

    @Test func decodedMembersAreSorted() throws {
        let json = Data(#"{"d": 1, "b": 2, "c": 3, "a": 4, "e": 5}"#.utf8)

        #expect(try JSONDecoder().decode(HTTPContent.self, from: json) == ["a": 4, "b": 2, "c": 3, "d": 1, "e": 5])
    }

    @Test func manyKeysAreWrittenInTheirOrder() throws {
        struct Many: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                for number in 0..<1_000 { try container.encode(number, forKey: AnyKey(stringValue: "k\(number)")) }
                try container.encode(-1, forKey: AnyKey(stringValue: "k999"))
            }
        }
        guard case .dictionary(let members) = try HTTPContent(Many()) else { throw Broken() }
        #expect(members.map(\.key) == (0..<1_000).map { "k\($0)" })
        #expect(members["k999"] == -1)
    }

    @Test func decimalConvertsToAnIntegerExactly() throws {
        let number = HTTPContent.Number(try #require(Decimal(string: "9007199254740993")))
        let largest = HTTPContent.Number(try #require(Decimal(string: "18446744073709551615")))

        #expect(number.integer(as: Int.self) == 9_007_199_254_740_993)
        #expect(largest.integer(as: UInt64.self) == .max)
        #expect(HTTPContent.Number(Decimal(1.5)).integer(as: Int.self) == nil)
    }

    @Test func nullDecodesAsAMissingValue() {
        let content: HTTPContent = ["a": nil]
        let error = #expect(throws: DecodingError.self) { try content.decoded(as: [String: Int].self) }
        guard case .valueNotFound = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func theCodingPathIsWhereTheEncoderIs() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "no")
                throw EncodingError.invalidValue(self, context)
            }
        }

        #expect {
            try HTTPContent(["a": [[String: Failing](), ["b": Failing()]]])
        } throws: { error in
            guard case EncodingError.invalidValue(_, let context) = error else { return false }
            return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["a", "1", "b"]
        }
    }

    @Test func dynamicValuesEncodeToThemselves() throws {
        let content: HTTPContent = ["a": 1, "b": [nil, "x\(1)", 1.5, true]]

        #expect(try HTTPContent(content) == content)
        #expect(try HTTPContent(["inner": content]) == ["inner": content])
        #expect(try HTTPContent([content, nil]) == [content, nil])
        #expect(content["b"] == [nil, "x1", 1.5, true] && content["c"] == nil && content["b"]?["a"] == nil)
    }

    @Test func treeIsBuiltLikeInTheSeed() {
        var result = [String: RequestContent]()
        result["t"] = Int64(123_123_123_123).asRequestContent()
        result["tt"] = Int32(123).asRequestContent()
        result["ttt"] = 1.1.asRequestContent()
        result["tttt"] = "jude".asRequestContent()
        result["ttttt"] = ["don't", "make"].asRequestContent()
        result["off"] = false.asRequestContent()

        #expect(
            RequestContent.dictionary(HTTPContent.Members(sorting: result))
                == [
                    "off": false, "t": 123_123_123_123, "tt": 123, "ttt": 1.1, "tttt": "jude",
                    "ttttt": ["don't", "make"],
                ])
    }

    @Test func setMembersKeepTheirPlace() {
        var members: HTTPContent.Members = ["a": 1, "b": 2, "a": 3]
        members["a"] = 4
        members["c"] = 5
        members["b"] = nil

        #expect(members == ["a": 1, "a": 4, "c": 5])
    }

    @Test(arguments: [
        (HTTPContent.Number(1.0), "1"), (.init(-0.5), "-0.5"), (.init(1e20), "1e+20"), (.init(Float(0.1)), "0.1"),
        (.init(Int64.min), "-9223372036854775808"), (.init(UInt64.max), "18446744073709551615"),
        (.init(Decimal(string: "12.340")!), "12.34"), (7, "7"), (0.25, "0.25"),
    ])
    func numberUsesItsShortestText(number: HTTPContent.Number, text: String) {
        #expect(number.description == text)
    }

    @Test func numberIsAnIntegerIfItFits() {
        #expect(HTTPContent.Number(3.0).integer(as: Int8.self) == 3)
        #expect(HTTPContent.Number(3.5).integer(as: Int.self) == nil)
        #expect(HTTPContent.Number(300).integer(as: UInt8.self) == nil)
        #expect(HTTPContent.Number(Double.nan).integer(as: Int.self) == nil)
        #expect(!HTTPContent.Number(Double.infinity).isFinite && HTTPContent.Number(UInt64.max).isFinite)
    }

    @Test func jsonIsReadAsATree() throws {
        let json = #"{"a":[1,-2,1.5,18446744073709551615,true,null,"x"],"b":{},"c":[]}"#

        let content = try JSONDecoder().decode(HTTPContent.self, from: Data(json.utf8))

        #expect(content["a"] == [1, -2, 1.5, .number(.init(UInt64.max)), true, nil, "x"])
        #expect(content["b"] == [:] && content["c"] == [])
    }
}

/// Any string as a key.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
