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
///
/// The reader is one reference, because generated code passes it to a function for each field.
public struct ContentReader: Sendable {
    /// A step of a path: from an object to a member, or from an array to an element.
    enum Step {
        case key(String)
        case index(Int)
    }

    struct Options: Sendable {
        var isStrict: Bool
        var dates: DateCodingStrategy
        /// How numbers that are infinite or NaN are read.
        var nonFinite = NonFiniteNumbers.refused
        /// Whether a case of a union is being matched, so that each expected field must be there.
        var isMatching = false
        /// Whether the content is the text of a header field, which has no type.
        var isHeader = false
    }

    private final class SharedOptions: Sendable {
        let value: Options

        init(_ value: Options) { self.value = value }
    }

    /// A step from the content around it. All elements share the steps before them, because copying a long path for
    /// each element would take quadratic time.
    private final class Position: Sendable {
        /// Nil for the root.
        let parent: Position?
        let step: Step
        let source: ContentSource
        /// Shared by the positions below it.
        let options: SharedOptions
        /// Notes which members are read at this position.
        let notes: MemberNotes?

        init(
            _ parent: Position?, _ step: Step, _ source: ContentSource, _ options: SharedOptions,
            _ notes: MemberNotes? = nil
        ) {
            (self.parent, self.step, self.source, self.options, self.notes) = (parent, step, source, options, notes)
        }

        var path: String {
            var steps: [Step] = []
            var position = self
            while let parent = position.parent {
                steps.append(position.step)
                position = parent
            }
            return steps.reversed().reduce(into: "") { path, step in
                switch step {
                case .key(let key): path += path.isEmpty ? key : ".\(key)"
                case .index(let index): path += "[\(index)]"
                }
            }
        }
    }

    private let position: Position

    private init(_ position: Position) { self.position = position }

    /// Creates a reader for the root of content.
    public init(_ content: ResponseContent?, isStrict: Bool = false, dates: DateCodingStrategy = .iso8601) {
        self.init(.tree(content), isStrict: isStrict, dates: dates)
    }

    /// Creates a reader for the root of content.
    init(_ source: ContentSource, isStrict: Bool, dates: DateCodingStrategy) {
        self.init(Position(nil, .key(""), source, SharedOptions(Options(isStrict: isStrict, dates: dates))))
    }

    /// Creates a reader that notes the members that are read.
    init(_ content: ResponseContent, noting notes: MemberNotes) {
        let options = SharedOptions(Options(isStrict: false, dates: .iso8601))
        self.init(Position(nil, .key(""), .tree(content), options, notes))
    }

    /// The content at the position, or nil if there is none.
    public var content: ResponseContent? { source.content }
    /// The value that the reader reads.
    var source: ContentSource { position.source }
    /// The path from the root, such as `user.tags[2]`. It is empty for the root.
    public var path: String { position.path }
    /// Whether a value of another type is an error, even for an optional field.
    public var isStrict: Bool { options.isStrict }
    /// How dates are read.
    public var dates: DateCodingStrategy { options.dates }
    /// How values are read, here and below.
    var options: Options { position.options.value }

    /// The reader of a member, or of an element.
    func child(_ source: ContentSource, _ step: Step) -> Self {
        Self(Position(position, step, source, position.options))
    }

    /// The reader of other content in the same place, with other options.
    func reading(_ source: ContentSource, _ change: (inout Options) -> Void) -> Self {
        var options = options
        change(&options)
        return Self(Position(position.parent, position.step, source, SharedOptions(options), position.notes))
    }

    /// The reader of the value of a key.
    func member(_ key: String) -> Self {
        position.notes?.note(key)
        return child(source.member(key), .key(key))
    }
}

extension ContentReader {
    /// Returns the value at this position, or nil if there is none.
    public func optional<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value? {
        guard !source.isMissing else { return nil }
        return isStrict ? try read(as: Value.self) : try? read(as: Value.self)
    }

    /// Returns the required value at this position.
    public func required<Value: ResponseContentConvertible>(_ type: Value.Type = Value.self) throws -> Value {
        guard !source.isMissing else { throw ContentReadingError(path: path, reason: .missing) }
        return try read(as: Value.self)
    }

    /// Reads the value at this position, even if it is null. Adds the position to errors of the type.
    func read<Value: ResponseContentConvertible>(as type: Value.Type) throws -> Value {
        do {
            return try options.isHeader ? readHeader() : Value(reading: self)
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

    /// Returns the value of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value?
    {
        options.isMatching ? try member(key).required() : try member(key).optional()
    }

    /// Returns the required value of a key.
    public func required<Value: ResponseContentConvertible>(_ key: String, as type: Value.Type = Value.self) throws
        -> Value
    {
        try member(key).required()
    }

    /// Returns the value of a key, or a default if there is none.
    public func value<Value: ResponseContentConvertible>(_ key: String, default other: Value) throws -> Value {
        try member(key).value(default: other)
    }

    /// Returns the value at this position, or a default if there is none.
    public func value<Value: ResponseContentConvertible>(default other: Value) throws -> Value {
        try optional() ?? other
    }

    /// Returns the value of a key, which can be null or absent. A value of another type is absent, or an error of a
    /// strict reader.
    public func nullable<Value: ResponseContentConvertible>(
        _ key: String, as type: Value.Type = Value.self
    ) throws -> Nullable<Value> {
        let member = member(key)
        guard member.source.exists else { return .absent }
        return member.source.isMissing ? .null : try member.optional().map(Nullable.value) ?? .absent
    }

    /// Checks a constant while a union is matched. Otherwise, it accepts any value.
    public func constant<Value: ResponseContentConvertible & RequestContentConvertible>(
        _ key: String, _ value: Value
    ) throws {
        guard options.isMatching else { return }
        let read: Value = try member(key).required()
        guard read.asRequestContent() == value.asRequestContent() else {
            throw member(key).mismatch("\(value.asRequestContent())")
        }
    }

    /// Throws if the content has no fields.
    public func requireFields() throws {
        guard source.isObject else { throw mismatch("a dictionary") }
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
