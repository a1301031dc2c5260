import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import Testing

/// A type with `@JSONModel` is also `Codable`, through the same code.
struct OtherCoderTests {
    private let album = Album(
        id: 1, title: "x", artist: .init(name: "A", born: Date(timeIntervalSince1970: 60)), format: .album, tags: ["t"],
        aliases: ["b": 2])
    private let shapes: [Shape] = [.empty, .circle(radius: 1), .pair(.empty, .circle(radius: 2)), .pair(.empty, nil)]

    @Test func propertyListsAreReadAndWritten() throws {
        let data = try PropertyListEncoder().encode(album)

        #expect(try PropertyListDecoder().decode(Album.self, from: data) == album)
    }

    @Test func jsonOfFoundationIsReadAndWritten() throws {
        #expect(try JSONDecoder().decode(Album.self, from: JSONEncoder().encode(album)) == album)
        #expect(try JSONDecoder().decode([Shape].self, from: JSONEncoder().encode(shapes)) == shapes)
    }

    @Test func strategiesOfTheOtherDecoderCount() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970

        let artist = try decoder.decode(Album.Artist.self, from: Data(#"{"name":"A","born":60}"#.utf8))

        #expect(artist.born == Date(timeIntervalSince1970: 60))
    }

    @Test func formsAreRead() throws {
        let response = Response(
            statusCode: 200, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            data: Data("name=a&state=7".utf8))

        #expect(try response.decoded(as: Person.self) == Person(name: "a", nick: nil, state: .value(7)))
    }

    @Test func formsAreWritten() throws {
        let encoded = try FormContentEncoder().encode(Person(name: "a b", nick: nil, state: .value(7)))

        guard case .data(let data)? = encoded.body?.source else { return }
        #expect(String(decoding: data, as: UTF8.self) == "name=a+b&state=7")
    }

    @Test func missingKeyIsAnErrorOfTheOtherDecoder() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Album.Artist].self, from: Data(#"[{"born":null}]"#.utf8))
        }

        guard case .keyNotFound(let key, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "name" && context.codingPath.first?.intValue == 0)
    }

    @Test func invalidRawValueIsAnErrorOfTheOtherDecoder() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Album.Format].self, from: Data(#"["EP"]"#.utf8))
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Shape.self, from: Data("{}".utf8)) }
    }

    @Test func plainTypeContainsModels() throws {
        struct Shelf: Codable, Equatable {
            var albums: [Album]
            var shape: Shape?
        }
        let shelf = Shelf(albums: [album], shape: .circle(radius: 1))

        #expect(try read(write(shelf)) == shelf)
    }

    @Test func nilOfAPartIsSentIfTheEncoderSaysSo() throws {
        struct Group: Encodable { var person: Person }
        let group = Group(person: Person(name: "a", nick: nil, state: .absent))

        #expect(try write(group, by: .json(nulls: .sent)) == #"{"person":{"name":"a","nick":null}}"#)
        #expect(try write(group) == #"{"person":{"name":"a"}}"#)
    }

    @Test func unknownKeysOfAPartAreKept() throws {
        struct Group: Codable { var parts: [Open] }
        let text = #"{"parts":[{"a":1,"b":2,"name":"x"},{"name":"y"},{"c":3,"name":"z"}]}"#

        #expect(try write(read(text, as: Group.self)) == text)
        #expect(try write(Open(name: "x", others: ["name": 1, "a": 2])) == #"{"a":2,"name":"x"}"#)
    }
}
