import AbstractHTTP

/// A position in the content of a response, from which values are read.
///
/// A missing value or a value of another type is nil. A strict reader throws a ``ContentReadingError`` with the
/// position instead. Null counts as missing.
///
/// ```swift
/// init(reading fields: ContentReader) throws {
///     name = try fields.required("name")
///     age = try fields.optional("age")
/// }
/// ```
public struct ContentReader: Sendable {
    /// The content at the position, or nil if there is none.
    public let content: ResponseContent?
    /// The path from the root, such as `user.tags[2]`. It is empty for the root.
    public var path: String { place?.path ?? "" }
    /// Whether a value of another type is an error, even for an optional field.
    public let isStrict: Bool
    /// How dates are read.
    public let dates: DateCodingStrategy
    /// Nil for the root.
    private let place: Place?
    /// Notes which members are read at this position.
    private var notes: MemberNotes?

    /// A step from the content around it. All elements share the steps before them, because copying a long path for
    /// each element would take quadratic time.
    private final class Place: Sendable {
        let parent: Place?
        let step: String

        init(_ parent: Place?, _ step: String) { (self.parent, self.step) = (parent, step) }

        var path: String {
            var steps: [String] = []
            var place: Place? = self
            while let current = place {
                steps.append(current.step)
                place = current.parent
            }
            return steps.reversed().reduce(into: "") { path, step in
                path += path.isEmpty || step.hasPrefix("[") ? step : ".\(step)"
            }
        }
    }

    /// Creates a reader for the root of content.
    public init(_ content: ResponseContent?, isStrict: Bool = false, dates: DateCodingStrategy = .iso8601) {
        self.init(content, at: nil, isStrict: isStrict, dates: dates)
    }

    /// Creates a reader that notes the members that are read.
    init(_ content: ResponseContent, noting notes: MemberNotes) {
        self.init(content)
        self.notes = notes
    }

    private init(_ content: ResponseContent?, at place: Place?, isStrict: Bool, dates: DateCodingStrategy) {
        self.content = content
        self.place = place
        self.isStrict = isStrict
        self.dates = dates
    }

    /// The reader of a member, or of an element.
    func child(_ content: ResponseContent?, _ step: String) -> Self {
        Self(content, at: Place(place, step), isStrict: isStrict, dates: dates)
    }
}

extension ContentReader {
    /// Returns the value at this position, or nil if there is none.
    public func optional<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value? {
        guard let content, !content.isNull else { return nil }
        return isStrict ? try read(as: Value.self) : try? read(as: Value.self)
    }

    /// Returns the required value at this position.
    public func required<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value {
        guard let content, !content.isNull else { throw ContentReadingError(path: path, reason: .missing) }
        return try read(as: Value.self)
    }

    /// Reads the value at this position, even if it is null. Adds the position to errors of the type.
    func read<Value: ResponseContentConvertible>(as type: Value.Type) throws -> Value {
        do {
            return try Value(reading: self)
        } catch let error as ContentReadingError {
            throw error
        } catch {
            throw mismatch(Value.self, because: error)
        }
    }

    /// Returns the value of a key, or nil if there is none.
    public func optional<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value?
    {
        try member(key).optional()
    }

    /// Returns the required value of a key.
    public func required<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        try member(key).required()
    }

    /// Returns the value of a key, or a default if there is none.
    public func value<Value: ResponseContentConvertible>(_ key: String, default other: Value) throws -> Value {
        try member(key).optional() ?? other
    }

    /// Throws if the content has no fields.
    public func requireFields() throws {
        guard content?.members != nil else { throw mismatch("a dictionary") }
    }

    /// Returns the error for content that is not of a type.
    public func mismatch(_ type: Any.Type, because error: (any Error)? = nil) -> ContentReadingError {
        mismatch("\(type)", because: error)
    }

    func mismatch(
        _ expected: String, because error: (any Error)? = nil, remedy: String? = nil
    ) -> ContentReadingError {
        let isSecret = path.isSecretPath
        let found = content.map { isSecret ? "this value" : String($0.description.prefix(80)) } ?? "nothing"
        return ContentReadingError(
            path: path,
            reason: .mismatch(
                expected: expected, found: found, why: isSecret ? nil : error.map(\.textWithoutSecrets) ?? remedy))
    }

    private func member(_ key: String) -> Self {
        notes?.note(key)
        return child(content?[key], key)
    }
}

extension ContentReader: CustomReflectable {
    /// The position and the content without secrets.
    public var customMirror: Mirror {
        let shown: Any = path.isSecretPath && content != nil ? Redaction.mark : content as Any
        return Mirror(
            self, children: ["content": shown, "path": path.inOneLine, "isStrict": isStrict], displayStyle: .struct)
    }
}

extension String {
    /// Whether a key of a path such as `user.tokens[2]` is that of a secret value.
    fileprivate var isSecretPath: Bool {
        split { ".[]".contains($0) }.contains { Redaction().isSecret(String($0), isParameter: false) }
    }
}
