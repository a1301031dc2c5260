import AbstractHTTP
import AbstractHTTPJSON
import Foundation
import Testing

/// What `@JSONModel` reads and writes.
struct ModelTests {
    @Test func structIsReadAndWrittenByItsKeys() throws {
        let album: Album = try read(
            #"""
            {"id": 1, "ti\"tle": "x", "is_live": true, "artist": {"name": "A"}, "format": "LP", "tags": ["a", "b"],
             "aliases": {"b": null, "c": 1}, "plays": 7, "version": 9, "unknown": [{}]}
            """#)

        #expect(album.id == 1 && album.title == "x" && album.isLive && album.plays == 7)
        #expect(album.artist == .init(name: "A", born: nil) && album.format == .album)
        #expect(album.tags == ["a", "b"] && album.aliases == ["b": nil, "c": 1] && album.links == nil)
        #expect(
            try write(album)
                == #"{"aliases":{"b":null,"c":1},"artist":{"name":"A"},"format":"LP","id":1,"is_live":true,"#
                + #""observed":"a","plays":7,"rating":3,"tags":["a","b"],"ti\"tle":"x","version":1}"#)
    }

    @Test func initialValueStaysIfTheKeyIsMissing() throws {
        let album: Album = try read(#"{"id":1,"artist":{"name":"A"},"format":"LP","tags":[],"aliases":{}}"#)

        #expect(album.plays == 0 && !album.isLive && album.rating == 3 && album.version == 1)
    }

    @Test func nullReplacesTheInitialValueOfAnOptional() throws {
        let album: Album = try read(
            #"{"id":1,"artist":{"name":"A"},"format":"LP","tags":[],"aliases":{},"rating":null}"#)

        #expect(album.rating == nil)
    }

    @Test(arguments: [
        (#"{"empty":{}}"#, Shape.empty), (#"{"circle":{"radius":1.5}}"#, .circle(radius: 1.5)),
        (#"{"pair":{"_0":{"empty":{}},"_1":{"circle":{"radius":1}}}}"#, .pair(.empty, .circle(radius: 1))),
        (#"{"pair":{"_0":{"empty":{}}}}"#, .pair(.empty, nil)),
    ])
    func enumerationHasTheFormatOfCodable(text: String, shape: Shape) throws {
        #expect(try read(text) == shape)
        #expect(try write(shape) == text)
    }

    @Test(arguments: [#"{}"#, #"{"other":{}}"#, #"{"empty":{},"circle":{"radius":1}}"#, #"{"empty":1}"#, "[]"])
    func enumerationNeedsExactlyOneCase(text: String) {
        #expect(throws: DecodingError.self) { try read(text, as: Shape.self) }
    }

    @Test func genericTypeConformsIfItsParametersDo() throws {
        let list: List<[Album.Artist]> = try read(#"{"items":[[{"name":"A"}]],"next":"https://a.example"}"#)

        #expect(list.items == [[.init(name: "A")]])
        #expect(try write(list) == #"{"items":[[{"name":"A"}]],"next":"https://a.example"}"#)
        #expect(!((List<Shop.Price>.self as Any) is any Decodable.Type))
    }

    @Test func genericTypeReadsParametersThatAreOnlyCodable() throws {
        let either: Either<Int, Shop.Price> = try read(#"{"second":{"cents":5}}"#)

        #expect(either.first == nil && either.second == .init(cents: 5))
        #expect(try write(either) == #"{"second":{"cents":5}}"#)
    }

    @Test func genericEnumerationHasItsOwnKeys() throws {
        let outcomes: [Outcome<Int>] = try read(#"[{"success":{"_0":1}},{"failure":{"message":"x"}}]"#)
        let others: [Outcome<String>] = try read(#"[{"success":{"_0":"a"}}]"#)

        #expect(try write(outcomes) == #"[{"success":{"_0":1}},{"failure":{"message":"x"}}]"#)
        #expect(try write(others) == #"[{"success":{"_0":"a"}}]"#)
    }

    @Test func unknownKeysAreKeptInTheNamedProperty() throws {
        let text = #"{"a":[true],"name":"x","z":{"b":null}}"#
        let open: Open = try read(text)

        #expect(open == Open(name: "x", others: ["a": [true], "z": ["b": nil]]))
        #expect(try write(open) == text)
        #expect(try JSONDecoder().decode(Open.self, from: Data(text.utf8)) == open)
    }

    @Test func nestedModelSeesTheTypesBesideIt() throws {
        let item = Shop.Item(
            name: "a", price: .init(cents: 1), parts: [.init(name: "b", price: .init(cents: 2), parts: nil)])
        let event = Shop.Event.returned(item, price: .init(cents: 3))

        #expect(try read(write(item)) == item)
        #expect(try read(write(event)) == event)
    }

    @Test func optionalBehindATypeAliasCanBeMissing() throws {
        let person: Person = try read(#"{"name":"a"}"#)

        #expect(person == Person(name: "a", nick: nil, state: .absent))
        #expect(try read(#"{"name":"a","state":null,"nick":"b"}"#) == Person(name: "a", nick: "b", state: .null))
        #expect(try write(Person(name: "a", nick: nil, state: .value(1))) == #"{"name":"a","state":1}"#)
    }

    @Test func namesOfSwiftAndOfTheMacroAreKeys() throws {
        let text = #"{"default":1,"json":true,"key":"k","members":[1],"value0":2}"#

        #expect(try write(read(text, as: `Type`.self)) == text)
    }

    @Test func conformanceByHandStays() throws {
        #expect(try read("21.5") == Celsius(degrees: 21.5))
        #expect(try write(Celsius(degrees: 1)) == #"{"degrees":1}"#)
    }

    @Test func memberwiseInitializerStays() {
        #expect(Album.Artist(name: "A") == Album.Artist(name: "A", born: nil))
    }

    @Test func literalsAreTypesOfProperties() throws {
        #expect(try read("{}") == Defaults())
        #expect(try read(#"{"least":2,"tiny":3,"mask":1,"table":{"a":1}}"#, as: Defaults.self).least == 2)
    }

    @Test func rawValueIsTheJSON() throws {
        #expect(try read(#""x""#) == Label(rawValue: "x") && write(Label(rawValue: "x")) == #""x""#)
        #expect(try read("3") == Permissions(rawValue: 3) && write(Permissions(rawValue: 3)) == "3")
        #expect(try read(#"["L"]"#) == [Size.large] && write([Size.small]) == #"["S"]"#)
        #expect(try JSONDecoder().decode([Label].self, from: JSONEncoder().encode([Label(rawValue: "x")])).count == 1)
    }

    @Test func modelInAGenericTypeHasItsKeys() throws {
        #expect(try read(#"{"next":1}"#) == Shelf<Int>.Info(next: 1))
        #expect(try write(Shelf<String>.Info(next: 2)) == #"{"next":2}"#)
    }

    @Test func nestedTypeHidesOneOfFoundation() throws {
        let response: Backup.Response = try read(#"{"data":{"size":1},"parts":[{"data":{"size":2}}]}"#)

        #expect(response.data.size == 1 && response.parts == [.init(data: .init(size: 2), parts: nil)])
        #expect(try Backup.count(in: #"{"count":3}"#) == 3)
    }

    @Test func conditionsAreThoseOfEachParameter() throws {
        let sides: Sides<Int, Shop.Price> = try read(#"{"left":1,"right":{"cents":2}}"#)

        #expect(sides.left == 1 && sides.right.cents == 2)
    }
}
