import AbstractHTTP

/// A place in the content of a response, from which values are read.
///
/// What is not there, or is of another type, is nil; where the reader is strict, it is a ``ContentReadingError`` that
/// says where. Null counts as not there.
public struct ContentReader: Sendable {
    /// What is read; nil where there is nothing.
    public let content: ResponseContent?
    /// The way here from the root: `user.tags[2]`; empty for the root.
    public let path: String
    /// Whether something of another type is an error, also where there need not be anything.
    public let isStrict: Bool
    /// How dates are read.
    public let dates: DateCodingStrategy

    /// Makes a reader of a root.
    public init(_ content: ResponseContent?, isStrict: Bool = false, dates: DateCodingStrategy = .iso8601) {
        self.init(content, path: "", isStrict: isStrict, dates: dates)
    }

    private init(_ content: ResponseContent?, path: String, isStrict: Bool, dates: DateCodingStrategy) {
        self.content = content
        self.path = path
        self.isStrict = isStrict
        self.dates = dates
    }

    /// The reader of a member, or of an element.
    func child(_ content: ResponseContent?, _ step: String) -> Self {
        let separator = path.isEmpty || step.hasPrefix("[") ? "" : "."
        return Self(content, path: path + separator + step, isStrict: isStrict, dates: dates)
    }
}

extension ContentReader {
    /// The value here; nil where there is none.
    public func optional<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value? {
        guard let content, !content.isNull else { return nil }
        return isStrict ? try read(as: Value.self) : try? read(as: Value.self)
    }

    /// The value here, which has to be there.
    public func required<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value {
        guard let content, !content.isNull else { throw ContentReadingError(path: path, reason: .missing) }
        return try read(as: Value.self)
    }

    /// The value here, also of null; what the type itself throws gets the place.
    func read<Value: ResponseContentConvertible>(as type: Value.Type) throws -> Value {
        do {
            return try Value(reading: self)
        } catch let error as ContentReadingError {
            throw error
        } catch {
            throw mismatch(Value.self, because: error)
        }
    }

    /// The value of a key; nil where there is none.
    public func optional<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value?
    {
        try member(key).optional()
    }

    /// The value of a key, which has to be there.
    public func required<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        try member(key).required()
    }

    /// The value of a key, or another one where there is none.
    public func value<Value: ResponseContentConvertible>(_ key: String, default other: Value) throws -> Value {
        try member(key).optional() ?? other
    }

    /// Throws where there are no fields to be read.
    public func requireFields() throws {
        guard content?.members != nil else { throw mismatch("a dictionary") }
    }

    /// That what is here is none of a type.
    public func mismatch(_ type: Any.Type, because error: (any Error)? = nil) -> ContentReadingError {
        mismatch("\(type)", because: error)
    }

    func mismatch(_ expected: String, because error: (any Error)? = nil) -> ContentReadingError {
        let found = content.map { String($0.description.prefix(80)) } ?? "nothing"
        return ContentReadingError(
            path: path, reason: .mismatch(expected: expected, found: found, why: error.map { "\($0)" }))
    }

    private func member(_ key: String) -> Self { child(content?[key], key) }
}
