import AbstractHTTP
import AbstractHTTPJSON
import Foundation

@JSONModel
struct Album: Equatable {
    let id: Int
    var title: String?
    var plays = 0
    var isLive: Bool = false
    var rating: Double? = 3
    let version = 1
    var artist: Artist
    var format: Format
    var tags: [String], aliases: [String: Int?]
    var links: [URL]?
    var observed = "a" { didSet { changes += 1 } }
    var changes = 0
    var summary: String { "\(id)" }
    static let shared = 5

    func plays<Count: BinaryInteger>(times count: Count) -> Int { plays * Int(count) }

    enum CodingKeys: String, CodingKey {
        case id, plays, rating, version, artist, format, tags, aliases, links, observed
        case title = "ti\"tle", isLive = "is_live"
    }

    @JSONModel struct Artist: Equatable {
        var name: String
        var born: Date?
    }

    @JSONModel enum Format: String {
        case single, album = "LP"
    }
}

@JSONModel
enum Shape: Equatable, Sendable {
    case empty
    case circle(radius: Double)
    indirect case pair(Shape, Shape?)
}

@JSONModel
struct List<Item> {
    var items: [Item]
    var next: URL?
}

@JSONModel
struct Either<First, Second: Codable & Equatable> {
    var first: First?
    var second: Second
}

@JSONModel
enum Outcome<Value> {
    case success(Value)
    case failure(message: String)
}

@JSONModel(unknownKeys: "others")
struct Open: Equatable {
    var name: String
    var others: [String: HTTPContent] = [:]
}

/// A model that uses its sibling types.
enum Shop {
    struct Price: Codable, Equatable { var cents: Int }
    @JSONModel struct Item: Equatable { var name: String, price: Price, parts: [Item]? }
    @JSONModel enum Event: Equatable { case sold(Item), returned(Item?, price: Price) }
}

typealias Nickname = String?

@JSONModel
struct Person: Equatable {
    var name: String
    var nick: Nickname
    var state: Nullable<Int>
}

@JSONModel
struct `Type`: Equatable {
    var `default`: Int
    var members: [Int], json: Bool, key: String, value0: Int?
}

/// A type that already conforms to `JSONReadable`. The attribute keeps that conformance.
@JSONModel
struct Celsius: Equatable, JSONReadable {
    var degrees: Double

    init(degrees: Double) { self.degrees = degrees }

    init(json: inout JSONReader) throws { degrees = try json.read(Double.self) }
}

@JSONModel
struct Defaults: Equatable {
    var ratio = 1.5
    var least = -0.5, tiny = 1e-3
    var count = -7, mask = 0xFF
    var table: [String: Int] = Dictionary<String, Int>(), name = "x"
    consuming func finish() -> Int { count }
}

@JSONModel
struct Label: RawRepresentable, Equatable {
    let rawValue: String
}

@JSONModel
struct Permissions: OptionSet {
    let rawValue: Int
}

typealias Text = String

@JSONModel
enum Size: Text {
    case small = "S", large = "L"
}

struct Shelf<Item> {
    @JSONModel struct Info: Equatable { var next: Int }
    var items: [Item]
}

/// Types with names of Foundation, and one that contains itself.
enum Backup {
    struct Data: Codable, Equatable { var size: Int }
    @JSONModel struct Response: Equatable {
        var data: Data
        var parts: [Self]?
    }
}

extension Backup {
    @JSONModel fileprivate struct Summary { var count: Int }

    static func count(in text: String) throws -> Int { try read(text, as: Summary.self).count }
}

@JSONModel
struct Sides<Left, Right> where Right: Codable, Right: Equatable {
    var left: Left
    var right: Right
}
