import AbstractHTTP
import AbstractHTTPJSON
import Foundation

/// Types that are read and written directly. ``ByFoundation`` has the same types with `Codable`.
enum Direct {
    @JSONModel struct Scalars {
        var int: Int
        var small: UInt8?
        var long: Int64
        var unsigned: UInt64?
        var number: Double
        var single: Float?
        var text: String
        var flag: Bool
    }
    @JSONModel struct Values {
        var date: Date?
        var data: Data?
        var url: URL?
        var id: UUID?
        var price: Decimal?
    }
    @JSONModel struct Nested {
        var name: String
        var children: [Nested]?
        var tags: [String: Int]
    }
    @JSONModel struct Renamed {
        var first: Int
        var second: String?
        enum CodingKeys: String, CodingKey { case first = "the \"first\"", second = "é" }
    }
    @JSONModel enum Shape {
        case empty
        case circle(radius: Double, Int)
        case square(Double?)
    }
    @JSONModel enum Color: String { case red, green, dark = "dark blue" }
    @JSONModel enum Level: Int { case low = 1, high = 10 }
    @JSONModel struct Choices {
        var shapes: [Shape]
        var color: Color
        var level: Level?
    }
    @JSONModel struct Optionals {
        var maybe: [Int?]
        var table: [String: Bool?]?
        var numbers: [Int: String]?
        var matrix: [[Double]]?
    }
    @JSONModel struct ThreeStates {
        var name: Nullable<String>
        var count: Nullable<Int>
    }
    @JSONModel struct Trees {
        var tree: HTTPContent
        var others: [String: HTTPContent]?
    }
    @JSONModel struct Page<Item> {
        var items: [Item]
        var next: String?
    }
    @JSONModel struct Mixed {
        var plain: Plain
        var plains: [Plain]
    }
}

/// The same types with `Codable`.
enum ByFoundation {
    struct Scalars: Codable {
        var int: Int
        var small: UInt8?
        var long: Int64
        var unsigned: UInt64?
        var number: Double
        var single: Float?
        var text: String
        var flag: Bool
    }
    struct Values: Codable {
        var date: Date?
        var data: Data?
        var url: URL?
        var id: UUID?
        var price: Decimal?
    }
    struct Nested: Codable {
        var name: String
        var children: [Nested]?
        var tags: [String: Int]
    }
    struct Renamed: Codable {
        var first: Int
        var second: String?
        enum CodingKeys: String, CodingKey { case first = "the \"first\"", second = "é" }
    }
    enum Shape: Codable {
        case empty
        case circle(radius: Double, Int)
        case square(Double?)
    }
    enum Color: String, Codable { case red, green, dark = "dark blue" }
    enum Level: Int, Codable { case low = 1, high = 10 }
    struct Choices: Codable {
        var shapes: [Shape]
        var color: Color
        var level: Level?
    }
    struct Optionals: Codable {
        var maybe: [Int?]
        var table: [String: Bool?]?
        var numbers: [Int: String]?
        var matrix: [[Double]]?
    }
    struct ThreeStates: Codable {
        var name: Nullable<String>
        var count: Nullable<Int>
    }
    struct Trees: Codable {
        var tree: HTTPContent
        var others: [String: HTTPContent]?
    }
    struct Page<Item: Codable>: Codable {
        var items: [Item]
        var next: String?
    }
    struct Mixed: Codable {
        var plain: Plain
        var plains: [Plain]
    }
}

/// A type that is not read directly, and is a part of one that is.
struct Plain: Codable {
    var number: Int
    var inner: Direct.Renamed
}
