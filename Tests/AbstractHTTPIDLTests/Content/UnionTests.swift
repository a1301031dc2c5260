import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@Suite struct UnionTests {
    @Test(arguments: [
        (#"{"@type": "book", "title": "A", "pages": 3}"#, ParcelItem.book(ParcelBook(title: "A", pages: 3))),
        (#"{"@type": "game-2", "title": "Go"}"#, .game(ParcelGame(title: "Go", kind: "game-2"))),
        (#"{"@type": "map", "scale": 7}"#, .other(["@type": "map", "scale": 7])),
        (#"{"title": "A"}"#, .other(["title": "A"])), (#"{"@type": null}"#, .other(["@type": nil])),
        ("[1]", .other([1])),
    ])
    func keyChoosesTheCase(_ json: String, _ item: ParcelItem) throws {
        let read = try #require(ParcelItem(content: try content(json)))

        #expect(read == item || sameJSON(read, item))
    }

    @Test(arguments: [
        ("7", PARCELID.number(7)), ("7.5", .other(7.5)), (#""A""#, .other("A")),
        (#""6F9619FF-8B86-D011-B42D-00C04FC964FF""#, uuid),
        (#"{"kind": "code", "text": "A"}"#, .code(ParcelCode(text: "A"))),
        (#"{"kind": "codes", "texts": ["A"], "more": 1}"#, .codes(ParcelCodes(texts: ["A"]))),
        (#"{"kind": "codes", "texts": ["A"], "note": 7}"#, .other(["kind": "codes", "texts": ["A"], "note": 7])),
        (#"{"kind": "codes", "text": "A"}"#, .other(["kind": "codes", "text": "A"])), ("[1, 2]", .numbers([1, 2])),
        (#"[1, "2"]"#, .other([1, "2"])), ("[]", .numbers([])), ("true", .other(true)),
    ])
    func firstCaseThatCanBeReadIsChosen(_ json: String, _ id: PARCELID) throws {
        let read = try #require(PARCELID(content: try content(json)))

        #expect(read == id || read.isOther && id.isOther && sameJSON(read, id))
    }

    @Test func caseIsWrittenWithItsTag() {
        #expect(ParcelItem.book(ParcelBook(title: "A")).asRequestContent() == ["title": "A", "@type": "book"])
        #expect(ParcelItem.game(ParcelGame(kind: "own")).asRequestContent() == ["@type": "own"])
        #expect(ParcelItem.other(["a": 1]).asRequestContent() == ["a": 1])
        #expect(PARCELID.code(ParcelCode(text: "A")).asRequestContent() == ["kind": "code", "text": "A"])
    }

    @Test func unionsAreElementsOfArrays() async throws {
        let connector = ScriptedConnector.always(#"[7, {"kind": "code", "text": "A"}, null, "?"]"#)
        let request = PostParcelIDsRequest().over(connector)
        request.ids = [.number(7), .code(ParcelCode(text: "A")), .other(nil)]

        let response = try await request.send()

        #expect(try await connector.bodies() == [#"{"ids":[7,{"kind":"code","text":"A"},null]}"#])
        #expect(response.body == [.number(7), .code(ParcelCode(text: "A")), .other(nil), .other("?")])
    }

    @Test func largeStructuresAreStoredBehindAReference() throws {
        var parcel = try #require(
            Parcel(content: ["address": ["name": "Ada"], "item": ["@type": "book"], "inner": ["id": 8]]))

        #expect(parcel.address?.name == "Ada" && parcel.sender == nil && parcel.inner?.id == 8)
        let copy = parcel
        parcel.address?.name = "Grace"
        parcel.sender = ParcelAddress(name: "Eve")
        #expect(copy.address?.name == "Ada" && parcel.address?.name == "Grace" && parcel.sender?.name == "Eve")
        #expect(
            MemoryLayout<Parcel>.size < 2 * MemoryLayout<ParcelAddress>.size && MemoryLayout<ParcelAddress>.size > 128)
    }

    @Test func formatsOfFieldsAreRead() throws {
        let parcel = Parcel(content: ["due": 5, "weight": "-Infinity", "note": nil])

        #expect(parcel?.due == Date(timeIntervalSince1970: 5) && parcel?.weight == -.infinity)
        #expect(parcel?.note == .null)
        #expect(Parcel(content: [:])?.note == .absent)
        #expect(Parcel(content: ["weight": "heavy", "due": "today"])?.weight == nil)
    }

    /// Whether two values are sent in the same way. The members of JSON have no order.
    private func sameJSON(_ one: some RequestContentConvertible, _ two: some RequestContentConvertible) -> Bool {
        one.asRequestContent().sorted == two.asRequestContent().sorted
    }

    private func content(_ json: String) throws -> HTTPContent {
        try JSONContentDecoder().decode(
            HTTPContent.self, from: HTTPResponse(statusCode: 200, data: Data(json.utf8)))
    }
}

extension HTTPContent {
    fileprivate var sorted: HTTPContent {
        guard case .dictionary(let members) = self else { return self }
        return .dictionary(Members(members.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }))
    }
}

extension PARCELID {
    fileprivate var isOther: Bool { if case .other = self { true } else { false } }
}

private let uuid = PARCELID.uuid(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF") ?? UUID())
