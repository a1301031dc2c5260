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
