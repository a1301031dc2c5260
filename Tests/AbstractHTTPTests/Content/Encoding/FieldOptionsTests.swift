import AbstractHTTP
import Foundation
import TestSupport
import Testing

/// How a tree becomes fields.
@Suite struct FieldOptionsTests {
    static let nested: HTTPContent = ["user": ["name": "A B", "tags": ["x", "y,z"]], "on": true, "none": nil]

    @Test(arguments: [
        (FieldOptions(), "user[name]=A B&user[tags]=x&user[tags]=y,z&on=true"),
        (FieldOptions(arrays: .brackets), "user[name]=A B&user[tags][]=x&user[tags][]=y,z&on=true"),
        (FieldOptions(arrays: .indexed), "user[name]=A B&user[tags][0]=x&user[tags][1]=y,z&on=true"),
        (FieldOptions(nesting: .dots), "user.name=A B&user.tags=x&user.tags=y,z&on=true"),
        (FieldOptions(arrays: .indexed, nesting: .dots), "user.name=A B&user.tags[0]=x&user.tags[1]=y,z&on=true"),
        (FieldOptions(booleans: .digits, nulls: .empty), "user[name]=A B&user[tags]=x&user[tags]=y,z&on=1&none="),
        (FieldOptions(nulls: .keyOnly), "user[name]=A B&user[tags]=x&user[tags]=y,z&on=true&none"),
    ])
    func optionsSetTheFieldStyle(options: FieldOptions, fields: String) throws {
        #expect(try query(Self.nested, options, Verbatim()) == fields)
    }

    @Test func commasSeparateElementsThatAreEscapedEachForItself() throws {
        let text = try query(Self.nested, FieldOptions(arrays: .commas), DefaultURLEncoder())

        #expect(text == "user%5Bname%5D=A%20B&user%5Btags%5D=x,y%2Cz&on=true")
    }

    @Test(arguments: [
        (FieldOptions.Arrays.spaces, "a=x%20y%2Cz&b=1"), (.pipes, "a=x%7Cy%2Cz&b=1"), (.commas, "a=x,y%2Cz&b=1"),
    ])
    func aSeparatorJoinsElementsInOneValue(arrays: FieldOptions.Arrays, fields: String) throws {
        let content: HTTPContent = ["a": ["x", "y,z"], "b": [1], "c": []]

        #expect(try query(content, FieldOptions(arrays: arrays), DefaultURLEncoder()) == fields)
    }

    @Test(arguments: [
        (FieldOptions.Arrays.repeated, "a=x,1%2C2,y,true"), (.spaces, "a=x%201%2C2%20y%20true"),
        (.pipes, "a=x%7C1%2C2%7Cy%7Ctrue"), (.commas, "a=x,1%2C2,y,true"),
    ])
    func aDictionaryCanBeOneValue(arrays: FieldOptions.Arrays, fields: String) throws {
        let content: HTTPContent = ["a": ["x": "1,2", "none": nil, "y": true], "b": [:]]

        let text = try query(content, FieldOptions(arrays: arrays, nesting: .joined), DefaultURLEncoder())

        #expect(text == fields)
        #expect(throws: HTTPContentError(path: "a.b", reason: .nestedArray)) {
            try query(["a": ["b": [1]]], FieldOptions(arrays: arrays, nesting: .joined), DefaultURLEncoder())
        }
    }

    @Test func arraysOfDictionariesAreIndexed() throws {
        let content: HTTPContent = ["a": [["b": 1, "c": 2], ["b": [3, 4]]]]

        #expect(
            try query(content, FieldOptions(arrays: .indexed), Verbatim())
                == "a[0][b]=1&a[0][c]=2&a[1][b][0]=3&a[1][b][1]=4")
        #expect(
            try query(content, FieldOptions(arrays: .brackets), Verbatim())
                == "a[0][b]=1&a[0][c]=2&a[1][b][]=3&a[1][b][]=4")
        #expect(
            try query(content, FieldOptions(arrays: .indexed, nesting: .dots), Verbatim())
                == "a[0].b=1&a[0].c=2&a[1].b[0]=3&a[1].b[1]=4")
    }

    @Test(arguments: [
        (DateCodingStrategy.iso8601, "2026-11-21T09:30:00Z"), (.iso8601WithFraction, "2026-11-21T09:30:00.250Z"),
        (.secondsSince1970, "1795253400.25"), (.millisecondsSince1970, "1795253400250"),
        (.httpDate, "Sat, 21 Nov 2026 09:30:00 GMT"),
        (DateCodingStrategy(write: { _ in "now" }, read: { _ in nil }), "now"),
    ])
    func datesUseTheConfiguredFormat(format: DateCodingStrategy, text: String) throws {
        let date = Date(timeIntervalSince1970: 1_795_253_400.25)

        #expect(try query(["at": .date(date)], FieldOptions(dates: format), Verbatim()) == "at=\(text)")
        #expect(
            try query(["at": [.date(date)]], FieldOptions(arrays: .commas, dates: format), Verbatim()) == "at=\(text)")
    }

    @Test func everyMillisecondRoundTrips() {
        for millisecond in 0..<1_000 {
            let text = "2026-11-21T09:30:00.\(String(1_000 + millisecond).dropFirst())Z"
            let read = DateCodingStrategy.iso8601.read(.string(text))

            #expect(read.map(DateCodingStrategy.iso8601WithFraction.write) == .string(text))
            let date = Date(timeIntervalSince1970: 1_795_253_400 + Double(millisecond) / 1_000)
            #expect(DateCodingStrategy.iso8601WithFraction.write(date) == .string(text))
        }
    }

    @Test(arguments: [
        "2026-11-21T09:30:00Zgarbage", "2026-02-30T00:00:00Z", "2026-11-31T00:00:00Z", "2025-02-29T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-11-21T09:30:61Z", "2026-11-21T09:30:00+010:",
        "2026-11-21T09:30:00+01:00:00", "2026-11-21T09:30:00", "2026-11-21T09:30:00.", "2026-11-21T09:30:00.5",
        "2026-11-21T09:30:00+1", "2026-11-21", "2026/11/21T09:30:00Z", "2026-11-21_09:30:00Z", "2026-11-21T09.30.00Z",
        "-001-11-21T09:30:00Z", "2026-00-21T09:30:00Z", "1900-02-29T00:00:00Z", "",
    ])
    func invalidDateIsRejected(text: String) {
        #expect(DateCodingStrategy.iso8601.read(.string(text)) == nil)
    }

    @Test(arguments: [FieldOptions.Booleans.words, .digits])
    func plainValueFastPathMatchesTheSlowPath(booleans: FieldOptions.Booleans) throws {
        struct Same: URLEncoder {
            func encode(_ text: String) -> String { DefaultURLEncoder().encode(text) }
        }
        let content: HTTPContent = [
            "a b": "é & =", "": "", "yes": true, "no": false, "least": .number(.init(Int64.min)),
            "most": .number(.init(UInt64.max)),
            "tiny": .number(.init(-Double.leastNonzeroMagnitude)),
            "large": .number(.init(-Double.greatestFiniteMagnitude)),
            "third": .number(.init(Float(1) / -3)), "price": .number(.init(Decimal(1) / 3)), "emoji": "👩‍🚀",
        ]
        let options = FieldOptions(booleans: booleans)

        let plain = try QueryContentEncoder(options: options).encode(content).query
        let other = try QueryContentEncoder(options: options, escaping: Same()).encode(content).query

        #expect(plain == other)
        #expect(plain?.hasPrefix("a%20b=%C3%A9%20%26%20%3D&=&yes=") == true)
    }

    @Test(arguments: ["Z", "z", "+00", "+0000", "+00:00", "-00:00", ".5Z", ".123456+00"])
    func datesAcceptEveryOffsetFormat(end: String) {
        let date = DateCodingStrategy.iso8601.read(.string("2026-11-21T09:30:00\(end)"))

        #expect(date.map { Int($0.timeIntervalSince1970) } == 1_795_253_400)
    }

    @Test(arguments: [
        ("2026-11-21t09:30:00z", 1_795_253_400), ("2026-11-21 09:30:00Z", 1_795_253_400),
        ("2026-11-21t09:30:00.000+00:00", 1_795_253_400), ("2016-12-31T23:59:60Z", 1_483_228_800),
        ("1582-10-14T00:00:00Z", -12_219_379_200), ("1582-10-04T23:59:59Z", -12_220_156_801),
        ("1500-02-28T12:00:00+14:00", -14_826_765_600), ("0000-02-29T00:00:00Z", -62_162_121_600),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
    func datesAreGregorianInAllYears(text: String, seconds: Int) {
        #expect(DateCodingStrategy.iso8601.read(.string(text)) == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(.longComputation) func everyDayRoundTrips() {
        for day in stride(from: -719_528, to: 2_932_000, by: 97) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 43_201)

            let written = DateCodingStrategy.iso8601.write(date)

            #expect(DateCodingStrategy.iso8601.read(written) == date)
        }
    }

    @Test func omittedNullsLeaveNoCommas() throws {
        let content: HTTPContent = ["a": [nil, nil], "b": 1]

        #expect(
            try QueryContentEncoder(options: FieldOptions(arrays: .commas)).encode(content).query == "b=1")
    }

    @Test func datesAreReadWithAndWithoutFraction() {
        let whole = Date(timeIntervalSince1970: 1_795_253_400)
        for format in [DateCodingStrategy.iso8601, .iso8601WithFraction] {
            #expect(format.read("2026-11-21T09:30:00Z") == whole)
            #expect(format.read("2026-11-21T11:30:00+02:00") == whole)
            #expect(format.read("2026-11-21T09:30:00.250Z") == whole + 0.25)
            #expect(format.read("2026-11-21T09:30:00.2500000000000Z") == whole + 0.25)
            #expect(format.read("2026-11-21T11:30:00.2500000000000+02:00") == whole + 0.25)
            #expect(format.read("yesterday") == nil && format.read(5) == nil)
        }
        #expect(DateCodingStrategy.secondsSince1970.read(1_795_253_400) == whole)
        #expect(DateCodingStrategy.secondsSince1970.read("1795253400") == whole)
        #expect(DateCodingStrategy.millisecondsSince1970.read(1_795_253_400_000) == whole)
        #expect(
            DateCodingStrategy.secondsSince1970.read("soon") == nil
                && DateCodingStrategy.secondsSince1970.read(true) == nil)
    }

    @Test func optionsSetTheKeyCase() throws {
        struct Page: Encodable { var pageSize = 5 }

        #expect(try query(Page(), FieldOptions(keys: .snakeCase), Verbatim()) == "page_size=5")
    }

    @Test(arguments: [
        (FieldOptions.Arrays.repeated, "a=&b[c]="), (.brackets, "a[]=&b[c][]="), (.indexed, "a=&b[c]="),
        (.commas, "a=&b[c]="), (.spaces, "a=&b[c]="), (.pipes, "a=&b[c]="),
    ])
    func anEmptyArrayIsAFieldIfTheOptionsSaySo(arrays: FieldOptions.Arrays, fields: String) throws {
        let content: HTTPContent = ["a": [], "b": ["c": []]]

        #expect(try query(content, FieldOptions(arrays: arrays, emptyArrays: .sent), Verbatim()) == fields)
        #expect(try query(content, FieldOptions(arrays: arrays), Verbatim()) == "")
    }

    @Test func numbersThatAreNotFiniteAreNamesIfTheOptionsSaySo() throws {
        let numbers: HTTPContent = [
            "a": [.number(.init(Double.nan)), .number(.init(Float.infinity))], "b": .number(.init(-Double.infinity)),
            "c": .number(.init(Decimal.nan)),
        ]
        let named = FieldOptions(nonFinite: .names)

        #expect(try query(numbers, named, Verbatim()) == "a=NaN&a=Infinity&b=-Infinity&c=NaN")
        #expect(throws: HTTPContentError(path: "at", reason: .notFinite)) {
            try query(["at": .date(Date(timeIntervalSince1970: .nan))], named, Verbatim())
        }
    }

    static let refused: [(HTTPContent, String)] = [
        (
            5,
            "the content: a value without a key cannot be a field of a query or a form; put it into a dictionary, or into the path"
        ),
        (
            [1, 2],
            "the content: a value without a key cannot be a field of a query or a form; put it into a dictionary, or into the path"
        ),
        (
            ["a": ["b": .number(.init(Double.nan))]],
            "a.b: a number or a date that is not finite, or a date too far away, has no notation; leave it out, or send numbers with nonFinite: .names"
        ),
        (
            ["a": [1, [2]]],
            "a[1]: an array of arrays or dictionaries has no notation in this style; choose arrays: .indexed"
        ),
        (
            .data(HTTPData(Data())),
            "the content: bytes cannot be sent here; give them a key, or use the binary or the JSON encoder"
        ),
        (
            ["a": .file(HTTPFile(URL(filePath: "/a")))],
            "a: a file cannot be sent here; use the multipart or the binary encoder"
        ),
    ]

    @Test(arguments: refused)
    func unsupportedFieldErrorHasItsPath(content: HTTPContent, message: String) {
        let error = #expect(throws: HTTPContentError.self) { try QueryContentEncoder().encode(content) }
        #expect(error?.description == message)
    }

    @Test func nestedElementsCannotBeCommaSeparated() {
        let encoder = FormContentEncoder(options: FieldOptions(arrays: .commas))

        let error = #expect(throws: HTTPContentError.self) {
            try encoder.encode(["a": ["b": [1, [2]]]] as HTTPContent)
        }
        #expect(error == HTTPContentError(path: "a.b[1]", reason: .nestedArray))
    }

    private func query(
        _ content: HTTPContent, _ options: FieldOptions, _ escaping: any URLEncoder
    ) throws -> String? {
        try QueryContentEncoder(options: options, escaping: escaping).encode(content).query
    }

    private func query(_ value: any Encodable, _ options: FieldOptions, _ escaping: any URLEncoder) throws -> String? {
        try QueryContentEncoder(options: options, escaping: escaping).encode(value).query
    }
}

/// Shows fields as they are.
private struct Verbatim: URLEncoder {
    func encode(_ text: String) -> String { text }
}
