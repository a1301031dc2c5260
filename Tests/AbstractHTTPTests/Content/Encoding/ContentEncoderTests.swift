import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import Testing

/// How each encoder writes a value.
@Suite struct ContentEncoderTests {
    struct User: Encodable, Sendable {
        var name = "Ada L."
        var age: Int? = nil
        var born = Date(timeIntervalSince1970: 0)
    }

    @Test func queryAndFormUseTheirOwnEscaping() throws {
        let content: HTTPContent = ["q": "a b+c", "é": "*"]

        #expect(try QueryContentEncoder().encode(content).query == "q=a%20b%2Bc&%C3%A9=%2A")
        #expect(try QueryContentEncoder(escaping: FormURLEncoder()).encode(content).query == "q=a+b%2Bc&%C3%A9=*")
        #expect(try text(.form, content) == "q=a+b%2Bc&%C3%A9=*")
        #expect(try text(FormContentEncoder(escaping: DefaultURLEncoder()), content) == "q=a%20b%2Bc&%C3%A9=%2A")
    }

    @Test func jsonHasSortedKeysAndIsTheSameEachTime() throws {
        let content: HTTPContent = ["ttt": 1.1, "tttt": "jude", "t": 123_123_123_123, "ttttt": ["don't", "a/b"]]

        #expect(try text(.json, content) == #"{"t":123123123123,"ttt":1.1,"tttt":"jude","ttttt":["don't","a/b"]}"#)
    }

    @Test(arguments: [
        JSONContentEncoder() as any ContentEncoder, QueryContentEncoder(), FormContentEncoder(),
        MultipartContentEncoder(),
        PropertyListContentEncoder(),
    ])
    func tooDeepNestingIsAnError(encoder: any ContentEncoder) throws {
        func nested(_ levels: Int) -> HTTPContent { (0..<levels).reduce(1) { content, _ in ["a": content] } }

        indirect enum List: Encodable {
            case end
            case node(List)
            enum CodingKeys: CodingKey { case next }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                if case .node(let next) = self { try container.encode(next, forKey: .next) }
            }
        }

        let list = (0..<5_000).reduce(List.end) { list, _ in .node(list) }
        #expect(throws: HTTPContentError.self) { try encoder.encode(list) }
        #expect(throws: HTTPContentError(reason: .tooDeep)) { try encoder.encode(nested(65)) }
        #expect(throws: Never.self) { try encoder.encode(nested(64)) }
        #expect(throws: HTTPContentError(reason: .tooDeep)) { try encoder.encode(["b": nested(5_000)]) }
    }

    @Test func nilIsLeftOutOfJSONAndNullIsNot() throws {
        struct Change: Encodable {
            var name: String?
            var address: [String: String?]? = ["city": nil]
            var cleared: HTTPContent? = .null
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeIfPresent(name, forKey: .name)
                try container.encode(address, forKey: .address)
                try container.encode(cleared, forKey: .cleared)
                try container.encode(name, forKey: .nickname)
            }
            enum CodingKeys: CodingKey { case name, address, cleared, nickname }
        }
        let tree: HTTPContent = ["b": nil, "a": [nil, ["c": nil]]]

        #expect(try text(.json, tree) == #"{"a":[null,{"c":null}],"b":null}"#)
        let explicit = #""address":{"city":null},"cleared":null,"nickname":null}"#
        #expect(try text(.json, Change()) == "{" + explicit)
        #expect(
            try text(.json(nulls: .sent), Change())
                == #"{"address":{"city":null},"cleared":null,"name":null,"nickname":null}"#)
        #expect(try String(decoding: JSONEncoder.sorted.encode(Change()), as: UTF8.self) == "{" + explicit)
        #expect(try text(.json, User()) == #"{"born":"1970-01-01T00:00:00Z","name":"Ada L."}"#)
    }

    @Test func jsonOfATypeHasDatesAndKeysAsTheOptionsSay() throws {
        let upper = JSONContentEncoder(dates: .secondsSince1970, keys: .custom { $0.uppercased() }, nulls: .sent)

        #expect(try text(.json, User()) == #"{"born":"1970-01-01T00:00:00Z","name":"Ada L."}"#)
        #expect(try text(upper, User()) == #"{"AGE":null,"BORN":0,"NAME":"Ada L."}"#)
        #expect(try text(.json, 5) == "5" && text(.json, "a") == #""a""# && text(.json, Data([1])) == #""AQ==""#)
    }

    @Test func unsupportedJSONValueErrorHasItsPath() {
        let file = HTTPContent.file(HTTPFile(URL(filePath: "/a")))
        expect(.json, ["a": [1, ["b": file]]], fails: HTTPContentError(path: "a[1].b", reason: .file))
        expect(.json, .number(.init(Double.infinity)), fails: HTTPContentError(reason: .notFinite))
    }

    @Test func namedNumbersThatAreNotFiniteRoundTripInJSON() throws {
        struct Limits: Codable, Equatable { var (low, high) = (-Double.infinity, Float.infinity) }
        let encoder = JSONContentEncoder(nonFinite: .names)

        #expect(try text(encoder, Limits()) == #"{"high":"Infinity","low":"-Infinity"}"#)
        #expect(try text(encoder, [Double.nan, 1]) == #"["NaN",1]"#)
        let response = Response(statusCode: 200, data: Data(try text(encoder, Limits()).utf8))
        #expect(try JSONContentDecoder(nonFinite: .names).decode(Limits.self, from: response) == Limits())
        #expect(throws: DecodingError.self) { try JSONContentDecoder().decode(Limits.self, from: response) }
    }

    @Test func missingFileErrorHasItsPathAndSaysWhatToDo() {
        let error = #expect(throws: HTTPContentError.self) {
            try MultipartContentEncoder().encode(["film": .file(HTTPFile(URL(filePath: "/no/such/film.mp4")))])
        }

        #expect(
            error?.description
                == #"film: the file cannot be read: there is no readable file at "/no/such/film.mp4"; check the path and its permissions"#
        )
    }

    @Test func errorOfATypeStaysAsItIs() {
        struct Refused: Error {}
        struct Picky: Encodable { func encode(to encoder: any Encoder) throws { throw Refused() } }

        for encoder in [JSONContentEncoder(), FormContentEncoder(), QueryContentEncoder()] as [any ContentEncoder] {
            #expect(throws: Refused.self) { try encoder.encode(["user": Picky()]) }
        }
    }

    @Test func propertyListsRoundTrip() throws {
        struct Settings: Codable, Equatable {
            var at = Date(timeIntervalSince1970: 5)
            var bytes = Data([1, 2])
            var home = URL(string: "https://example.com")!
        }

        let encoded = try PropertyListContentEncoder().encode(Settings())

        #expect(encoded.mediaType == "application/x-plist")
        #expect(try PropertyListDecoder().decode(Settings.self, from: try data(encoded)) == Settings())
        let dynamic: HTTPContent = ["a": [1, 1.5, true, "x"], "b": nil, "c": .date(Date(timeIntervalSince1970: 5))]
        for format in [PropertyListContentEncoder.Format.xml, .binary] {
            let bytes = try data(PropertyListContentEncoder(format: format).encode(dynamic))
            let read = try PropertyListSerialization.propertyList(from: bytes, format: nil) as? [String: any Sendable]
            #expect(read?.keys.sorted() == ["a", "c"] && read?["c"] as? Date == Date(timeIntervalSince1970: 5))
        }
    }

    @Test func propertyListOmitsNulls() throws {
        struct Model: Encodable { var c: HTTPContent }
        for value in [Model(c: ["a": nil, "b": 1]), ["c": ["a": nil, "b": 1] as HTTPContent]] as [any Encodable] {
            let encoded = try PropertyListContentEncoder().encode(value)
            guard case .data(let data) = encoded.body?.source else { throw Broken(reason: "no data") }
            let model = try PropertyListDecoder().decode([String: [String: Int]].self, from: data)
            #expect(model == ["c": ["b": 1]])
        }
    }

    @Test func nonFiniteDateErrorHasItsPath() {
        for date in [Double.nan, .infinity] {
            let value = ["a": [Date(timeIntervalSince1970: date)]]
            for encoder in [
                JSONContentEncoder(dates: .secondsSince1970), JSONContentEncoder(),
                QueryContentEncoder(options: FieldOptions(arrays: .indexed)), PropertyListContentEncoder(),
                PropertyListContentEncoder(format: .binary),
            ] as [any ContentEncoder] {
                #expect(throws: HTTPContentError(path: "a[0]", reason: .notFinite)) { try encoder.encode(value) }
            }
        }
    }

    @Test(arguments: [1e300, -1e300, 1e19, 4e13])
    func dateThatIsTooFarAwayIsNotWritten(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let value = ["a": [date]]
        for encoder in [
            JSONContentEncoder(), JSONContentEncoder(dates: .iso8601WithFraction),
            QueryContentEncoder(options: FieldOptions(arrays: .indexed)), PropertyListContentEncoder(),
            PropertyListContentEncoder(format: .binary),
        ] as [any ContentEncoder] {
            #expect(throws: HTTPContentError(path: "a[0]", reason: .notFinite)) { try encoder.encode(value) }
        }
        #expect(HTTPContent.date(date).description == "\(seconds) seconds since 1970")
    }

    @Test func numberThatIsNoDateIsNotRead() {
        for strategy in [DateCodingStrategy.secondsSince1970, .millisecondsSince1970] {
            #expect(strategy.read(.number(.init(1e300 as Double))) == nil)
        }
    }

    @Test(arguments: [-6.2e10, -3e10, 0, 253_402_300_800, 3e12])
    func writtenPropertyListDateIsRead(seconds: Double) throws {
        let dates = [Date(timeIntervalSince1970: seconds)]
        for format in [PropertyListContentEncoder.Format.xml, .binary] {
            let bytes = try data(PropertyListContentEncoder(format: format).encode(dates))
            let response = Response(statusCode: 200, headers: ["Content-Type": "application/x-plist"], data: bytes)

            #expect(try response.decoded(as: [Date].self) == dates)
        }
    }

    @Test func aFileThatCannotBeReadIsFoundByItsPathInAFormToo() {
        let missing = HTTPContent.file(HTTPFile(URL(filePath: "/no/such/file")))
        for (content, path) in [(["user": ["avatar": missing]], "user.avatar"), (["films": [missing]], "films[0]")]
            as [(HTTPContent, String)]
        {
            let error = #expect(throws: HTTPContentError.self) { try MultipartContentEncoder().encode(content) }
            #expect(error?.path == path)
        }
    }

    @Test func unsupportedPropertyListValueErrorHasItsPath() {
        expect(.propertyList, ["a": [1, nil]], fails: HTTPContentError(path: "a[1]", reason: .null))
        expect(
            .propertyList, ["a": .file(HTTPFile(URL(filePath: "/a")))],
            fails: HTTPContentError(path: "a", reason: .file))
        struct Form: Encodable { var avatar = HTTPFile(URL(filePath: "/a")) }
        let error = #expect(throws: HTTPContentError.self) { try PropertyListContentEncoder().encode(Form()) }
        #expect(error == HTTPContentError(path: "avatar", reason: .file))
    }

    @Test func binaryBodyIsSentUnchanged() async throws {
        let png = HTTPData(Data([1]), fileName: "a.png")
        #expect(try BinaryContentEncoder().encode(png).mediaType == "image/png")
        #expect(try BinaryContentEncoder().encode(Data([1])).mediaType == .binary)
        #expect(try BinaryContentEncoder().encode("é").mediaType == .text)
        #expect(try text(.binary, "é") == "é" && data(BinaryContentEncoder().encode(png)) == Data([1]))
        expect(.binary, ["a": 1], fails: HTTPContentError(reason: .notBinary))
        try await withTemporaryFile(Data("abc".utf8)) { url in
            let encoded = try BinaryContentEncoder().encode(HTTPFile(url, mediaType: "text/x"))
            #expect(encoded.mediaType == "text/x" && encoded.body?.length == 3)
        }
    }

    @Test func aMissingFileIsNamed() {
        let file = HTTPContent.file(HTTPFile(URL(filePath: "/nowhere/a.png")))
        for (encoder, content, path) in [
            (MultipartContentEncoder() as any ContentEncoder, ["user": ["avatar": file]], "user.avatar"),
            (BinaryContentEncoder(), file, ""),
        ] as [(any ContentEncoder, HTTPContent, String)] {
            let error = #expect(throws: HTTPContentError.self) { try encoder.encode(content) }
            #expect(error?.path == path && error?.description.contains("/nowhere/a.png") == true)
        }
    }

    @Test func aMultipartFormHasAPartForEachField() async throws {
        struct Upload: Encodable {
            var title = "Holiday"
            var tags = ["a", "b"]
            var note: String? = nil
            var poster = HTTPData(Data("png".utf8), fileName: "poster.png")
            var film: HTTPFile
        }
        try await withTemporaryFile(Data("film".utf8)) { url in
            let encoded = try MultipartContentEncoder().encode(Upload(film: HTTPFile(url, fileName: "f.mp4")))

            let type = try #require(encoded.mediaType?.rawValue)
            let boundary = try #require(type.split(separator: "=").last)
            let body = try #require(encoded.body)
            let parts = try await String(decoding: collect(body), as: UTF8.self)
                .components(separatedBy: "--\(boundary)\r\n").dropFirst()
            #expect(
                parts.map { $0.replacingOccurrences(of: "\r\n--\(boundary)--\r\n", with: "\r\n") } == [
                    "Content-Disposition: form-data; name=\"title\"\r\n\r\nHoliday\r\n",
                    "Content-Disposition: form-data; name=\"tags\"\r\n\r\na\r\n",
                    "Content-Disposition: form-data; name=\"tags\"\r\n\r\nb\r\n",
                    "Content-Disposition: form-data; name=\"poster\"; filename=\"poster.png\"\r\n"
                        + "Content-Type: image/png\r\n\r\npng\r\n",
                    "Content-Disposition: form-data; name=\"film\"; filename=\"f.mp4\"\r\n"
                        + "Content-Type: video/mp4\r\n\r\nfilm\r\n",
                ])
        }
    }

    @Test func mediaTypeWithALineBreakIsRejected() {
        let data = HTTPContent.data(HTTPData(Data(), mediaType: "a\r\nX: 1"))
        expect(.multipart, ["a": data], fails: HTTPContentError(path: "a", reason: .mediaType))
    }

    private func text(_ encoder: some ContentEncoder, _ content: HTTPContent) throws -> String {
        String(decoding: try data(encoder.encode(content)), as: UTF8.self)
    }

    private func text(_ encoder: some ContentEncoder, _ value: any Encodable) throws -> String {
        String(decoding: try data(encoder.encode(value)), as: UTF8.self)
    }

    private func data(_ encoded: EncodedContent) throws -> Data {
        guard case .data(let data) = encoded.body?.source else { throw Broken(reason: "no data") }
        return data
    }

    private func expect(_ encoder: some ContentEncoder, _ content: HTTPContent, fails expected: HTTPContentError) {
        let error = #expect(throws: HTTPContentError.self) { try encoder.encode(content) }
        #expect(error == expected)
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
