import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import Testing

/// The options of the content decoder and the content encoder count.
struct OptionTests {
    @JSONModel struct Page: Equatable {
        var homePage: String
        var pageCount: Int?
        var updatedAt: Date?
        var share: Double?
    }

    @Test(arguments: [
        #"{"home_page":"a","page_count":1}"#, #"{"page_count":1,"home_page":"a"}"#,
        #"{"homePage":"a","page__count":1}"#,
    ])
    func snakeCaseIsConverted(text: String) throws {
        #expect(try read(text, by: .json(keys: .fromSnakeCase)) == Page(homePage: "a", pageCount: 1))
    }

    @Test func customKeysAreConverted() throws {
        let decoder = JSONContentDecoder(keys: .custom { $0 == "URL" ? "homePage" : $0 })

        #expect(try read(#"{"pageCount":1,"URL":"a"}"#, by: decoder) == Page(homePage: "a", pageCount: 1))
    }

    @Test(arguments: [
        "home_page", "_home_page_", "__", "_", "", "HOME_PAGE", "home__page", "homePage", "Home", "a_b_c", "é_ü",
        "a_1b", "_a",
        "home_page_", "a_B_cD",
    ])
    func snakeCaseIsThatOfFoundation(key: String) throws {
        struct Keys: Decodable {
            let names: [String]

            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase

        let keys = try foundation.decode(Keys.self, from: JSONEncoder().encode([key: 1]))

        #expect(keys.names == [key.convertedFromSnakeCase])
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func onlyKeysThatFoundationConvertsAreFound() throws {
        struct Keys: JSONReadable {
            var found: Set<Int> = []

            static let keys = JSONKeys("userID", "full_name", "homePage")

            init(json: inout JSONReader) throws {
                var members = try json.object(Self.keys)
                while let key = try json.next(&members) { found.insert(key) }
            }
        }
        let text = #"{"user_id":1,"full_name":2,"home_page":3}"#

        #expect(try read(text, as: Keys.self, by: .json(keys: .fromSnakeCase)).found == [2])
    }

    @Test func keysOfDictionariesAreConvertedUnlessTheyAreStrings() throws {
        enum Name: String, CodingKeyRepresentable, Decodable { case firstName, first_name }
        let decoder = JSONContentDecoder(keys: .fromSnakeCase)

        #expect(try read(#"{"first_name":1}"#, as: [Name: Int].self, by: decoder) == [.firstName: 1])
        #expect(try read(#"{"first_name":1}"#, as: [String: Int].self, by: decoder) == ["first_name": 1])
    }

    @Test func keysThatAreCreatedEachTimeAreNotMixedUp() throws {
        struct Pair: JSONWritable {
            let isSwapped: Bool

            func write(json: inout JSONWriter) {
                var members = json.object(isSwapped ? JSONKeys("aB", "bA") : JSONKeys("bA", "aB"))
                json.write(1, 0, &members)
                json.end(members)
            }
        }
        let pairs = (0..<100).map { Pair(isSwapped: $0.isMultiple(of: 2)) }

        let text = try write(pairs, by: .json(keys: .kebabCase))

        #expect(
            text == "[" + (0..<100).map { $0.isMultiple(of: 2) ? #"{"a-b":1}"# : #"{"b-a":1}"# }.joined(separator: ",")
                + "]")
    }

    @Test func keysAreWrittenByTheStrategyAndSorted() throws {
        let page = Page(homePage: "a", pageCount: 1)

        #expect(try write(page, by: .json(keys: .snakeCase)) == #"{"home_page":"a","page_count":1}"#)
        #expect(
            try write(page, by: .json(keys: .custom { String($0.reversed()) })) == #"{"egaPemoh":"a","tnuoCegap":1}"#)
        #expect(try write(page, by: .json(keys: .custom { $0 == "homePage" ? "z" : "a" })) == #"{"a":1,"z":"a"}"#)
    }

    @Test func datesHaveTheFormatOfTheDecoder() throws {
        let page: Page = try read(#"{"homePage":"a","updatedAt":60}"#, by: .json(dates: .secondsSince1970))

        #expect(page.updatedAt == Date(timeIntervalSince1970: 60))
        #expect(try write(page, by: .json(dates: .millisecondsSince1970)) == #"{"homePage":"a","updatedAt":60000}"#)
        #expect(try write(page) == #"{"homePage":"a","updatedAt":"1970-01-01T00:01:00Z"}"#)
    }

    @Test func nilIsSentIfTheEncoderSaysSo() throws {
        let text = try write(Page(homePage: "a"), by: .json(nulls: .sent))

        #expect(text == #"{"homePage":"a","pageCount":null,"share":null,"updatedAt":null}"#)
    }

    @Test func numbersThatAreNotFiniteHaveNames() throws {
        let page: Page = try read(#"{"homePage":"a","share":"-Infinity"}"#, by: .json(nonFinite: .names))

        #expect(page.share == -.infinity)
        #expect(try write(page, by: .json(nonFinite: .names)) == #"{"homePage":"a","share":"-Infinity"}"#)
        #expect(throws: DecodingError.self) { try read(#"{"homePage":"a","share":"Infinity"}"#, as: Page.self) }
    }

    @Test func numberThatIsNotFiniteIsRefusedWithItsPlace() {
        let error = #expect(throws: HTTPContentError.self) { try write([["a": [1, Double.nan]]]) }

        #expect(error == HTTPContentError(path: "[0].a[1]", reason: .notFinite))
    }

    @Test func dateThatNoFormatCanWriteIsRefused() {
        #expect(throws: HTTPContentError(path: "updatedAt", reason: .notFinite)) {
            try write(Page(homePage: "a", updatedAt: .distantFuture.addingTimeInterval(1e15)))
        }
    }

    @Test(arguments: [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .utf16, .utf8,
    ])
    func otherEncodingsAreRead(encoding: String.Encoding) throws {
        let text = try #require(#"{"homePage":"aé😀"}"#.data(using: encoding))

        #expect(try Response(statusCode: 200, data: text).decoded(as: Page.self).homePage == "aé😀")
    }
}
