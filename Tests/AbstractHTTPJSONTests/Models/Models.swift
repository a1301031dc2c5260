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

/// A model whose types are beside it, in the same type.
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

/// A type with its own conformance by hand, which the attribute leaves alone.
@JSONModel
struct Celsius: Equatable, JSONReadable {
    var degrees: Double

    init(degrees: Double) { self.degrees = degrees }

    init(json: inout JSONReader) throws { degrees = try json.read(Double.self) }
}
