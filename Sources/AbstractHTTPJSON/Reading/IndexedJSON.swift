import AbstractHTTP
import Foundation
import JSONBytes

/// A JSON text whose values can be read in any order. Each value has a number.
///
/// It has the same limits as an ``HTTPContent``: the text must be JSON, have no more levels than a tree, and contain no
/// number that is too large.
package final class IndexedJSON: Sendable {
    /// A copy, because `Data` checks at each access that it is exclusive.
    private let bytes: [UInt8]
    private let index: JSONIndex

    /// The number of the value of the whole text.
    package static let root = JSONIndex.root

    /// Scans a text in UTF-8. Throws if it is not valid. To get an error with the place, read it as an ``HTTPContent``.
    package init(_ data: Data) throws {
        bytes = [UInt8](data)
        index = try bytes.withView { try JSONIndex($0, mostLevels: HTTPContent.deepestLevel) }
    }

    /// The kind of a value.
    package func kind(of value: Int) -> JSONKind? {
        bytes.withView { JSONKind($0.byte(at: index.start(of: value))) }
    }

    /// The first member of an object with a key, or nil if there is none, or if the value is not an object.
    package func member(_ key: String, of value: Int) -> Int? {
        bytes.withView { view in
            guard JSONKind(view.byte(at: index.start(of: value))) == .object else { return nil }
            return index.member(key, of: value, in: view)
        }
    }

    /// The values in an array or an object.
    package func children(of value: Int) -> JSONIndex.Children { index.children(of: value) }

    /// The key of a member.
    package func key(of member: Int) -> String { bytes.withView { index.key(of: member, in: $0) } }

    /// The value as a tree.
    package func content(of value: Int) -> HTTPContent? {
        bytes.withView { view in
            var position = position(of: value, in: view)
            let kind = position.kind
            guard kind == .object || kind == .array else { return try? HTTPContent(single: &position) }
            var reader = JSONReader(position, .standard)
            return try? HTTPContent(json: &reader)
        }
    }

    /// The string, or nil if the value is not a string.
    package func string(of value: Int) -> String? { read(value) { try $0.string() } }
    /// The Boolean, or nil if the value is not a Boolean.
    package func boolean(of value: Int) -> Bool? { read(value) { try $0.boolean() } }
    /// The number, or nil if the value is not a number.
    package func number(of value: Int) -> Double? { read(value) { try $0.double() } }
    /// The integer, or nil if the value is not an integer or does not fit.
    package func integer(of value: Int) -> Int? { read(value) { try $0.integer() } }

    @inline(__always)
    private func read<Value>(_ value: Int, _ body: (inout JSONByteReader) throws -> Value) -> Value? {
        bytes.withView { view in
            var reader = position(of: value, in: view)
            return try? body(&reader)
        }
    }

    @_lifetime(copy view)
    private func position(of value: Int, in view: ByteView) -> JSONByteReader {
        var reader = JSONByteReader(view)
        reader.index = index.start(of: value)
        return reader
    }
}
