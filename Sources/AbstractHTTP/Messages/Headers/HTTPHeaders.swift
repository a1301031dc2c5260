/// Header fields, in the order in which they are sent. Names are not case-sensitive, and a name can occur more than
/// once (RFC 9110, section 5).
///
/// Any string can be stored. If a field would break the message (a name that is not a token, or CR, LF, or NUL in a
/// value), the request fails before anything is sent. See ``InvalidRequest``.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers.add("Accept", "text/plain")
/// headers[.accept]                  // "application/json, text/plain"
/// headers.values(for: .accept)      // ["application/json", "text/plain"]
/// ```
public struct HTTPHeaders: Sendable {
    /// One header field.
    ///
    /// ```swift
    /// for field in response.headers { print(field.name, field.value) }
    /// ```
    public struct Field: Hashable, Sendable {
        /// The name, in the case in which it is sent.
        public var name: HTTPHeaderName
        /// The value. Over libcurl, a received value that is not UTF-8 is read as Latin-1, in which each byte is one
        /// character (RFC 9110, section 5.5).
        public var value: String { didSet { isLatin1 = false } }
        /// Whether the value was received as Latin-1, so that its bytes are not those of the text in UTF-8.
        package private(set) var isLatin1 = false

        /// Creates a field.
        public init(name: HTTPHeaderName, value: String) {
            self.name = name
            self.value = value
        }

        /// Creates a field whose value has these bytes.
        package init(name: HTTPHeaderName, bytes: ArraySlice<UInt8>) {
            self.name = name
            (value, isLatin1) = String.fieldValue(bytes)
        }

        /// Creates a field whose value has the bytes of other values with a separator between them.
        package init(joining fields: [Field], as name: HTTPHeaderName, separator: String) {
            guard fields.contains(where: \.isLatin1) else {
                self.init(name: name, value: fields.map(\.value).joined(separator: separator))
                return
            }
            self.init(name: name, bytes: ArraySlice(fields.map(\.bytes).joined(separator: separator.utf8)))
        }

        /// Creates a field whose value is text, or was received as Latin-1.
        package init(name: HTTPHeaderName, value: String, isLatin1: Bool) {
            (self.name, self.value, self.isLatin1) = (name, value, isLatin1)
        }

        /// The value as a URL reference. Bytes that are not UTF-8 are percent-encoded, as browsers and curl do.
        package var reference: String { isLatin1 ? value.percentEncodingLatin1 : value }

        /// Returns whether names and values are equal.
        public static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.value == right.value
        }

        /// Hashes the name and the value.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }

        /// The bytes of the value, as they were received or as they are sent.
        package var bytes: [UInt8] { isLatin1 ? value.latin1 : Array(value.utf8) }
    }

    private enum Storage: Sendable {
        case fields([Field])
        /// The fields as they arrived, until they are read.
        case block(HeaderBlock)
    }

    private var storage: Storage

    /// The fields, in order.
    public private(set) var fields: [Field] {
        get {
            switch storage {
            case .fields(let fields): fields
            case .block(let block): block.fields
            }
        }
        _modify {
            var fields = fields
            storage = .fields([])
            defer { storage = .fields(fields) }
            yield &fields
        }
    }

    /// Whether the name of each field is one of these, in the same case. Short names are compared as two numbers.
    package func haveOnly(_ names: [String]) -> Bool {
        fields.withUnsafeBufferPointer { fields in
            for index in fields.indices where !names.contains(fields[index].name.rawValue) { return false }
            return true
        }
    }

    /// Whether the fields are already strings.
    package var isRead: Bool {
        switch storage {
        case .fields: true
        case .block(let block): block.isRead
        }
    }

    /// Creates an empty list.
    public init() {
        storage = .fields([])
    }

    /// Creates a list from `fields`, in their order.
    public init(_ fields: some Sequence<Field>) {
        storage = .fields(Array(fields))
    }

    /// Creates a list of the fields of `block`, which become strings when they are read.
    package init(_ block: HeaderBlock) {
        storage = .block(block)
    }

    /// Creates a list from a dictionary. The fields are sorted by name, so that the same dictionary always gives the
    /// same bytes.
    public init(_ dictionary: [String: String]) {
        var fields = dictionary.map { Field(name: HTTPHeaderName(rawValue: $0.key), value: $0.value) }
        if fields.count > 1 { fields.sort { $0.name.rawValue < $1.name.rawValue } }
        storage = .fields(fields)
    }

    /// Sets each field of a dictionary. If two names differ only in case, the one that sorts last wins.
    package mutating func set(_ dictionary: [String: String]) {
        guard !dictionary.isEmpty else { return }
        for field in HTTPHeaders(dictionary).fields { self[field.name] = field.value }
    }

    /// The first field for which `predicate` returns true. Reads the fields in place, because most requests have none,
    /// and `first(where:)` would copy each field.
    func firstField(where predicate: (Field) -> Bool) -> Field? {
        fields.withUnsafeBufferPointer { fields in
            for index in fields.indices where predicate(fields[index]) { return fields[index] }
            return nil
        }
    }

    /// Returns the values of `name`, in order.
    public func values(for name: HTTPHeaderName) -> [String] {
        switch storage {
        case .fields(let fields): fields.lazy.filter { $0.name == name }.map(\.value)
        case .block(let block): block.values(for: name)
        }
    }

    /// Returns the fields with this name, in order.
    package func fields(for name: HTTPHeaderName) -> [Field] {
        switch storage {
        case .fields(let fields): fields.filter { $0.name == name }
        case .block(let block): block.fields(for: name)
        }
    }

    /// The value of `name`. Several values are joined by `", "` (RFC 9110, section 5.3). A new value replaces all of
    /// them, and nil removes them.
    ///
    /// `Set-Cookie` values must not be joined. Use ``values(for:)`` for them.
    public subscript(name: HTTPHeaderName) -> String? {
        get {
            switch storage {
            case .fields(let fields):
                return fields.withUnsafeBufferPointer { fields in
                    var value: String?
                    for index in fields.indices where fields[index].name == name {
                        if value?.append(", " + fields[index].value) == nil { value = fields[index].value }
                    }
                    return value
                }
            case .block(let block):
                let values = block.values(for: name)
                return values.isEmpty ? nil : values.joined(separator: ", ")
            }
        }
        set {
            guard let newValue else { return remove(name) }
            guard let index = fields.firstIndex(where: { $0.name == name }) else { return add(name, newValue) }
            fields[index].value = newValue
            let rest = fields[(index + 1)...].filter { $0.name != name }
            fields.replaceSubrange((index + 1)..., with: rest)
        }
    }

    /// The value of the field named `name`, for names that are not literals.
    public subscript(name: String) -> String? {
        get { self[HTTPHeaderName(rawValue: name)] }
        set { self[HTTPHeaderName(rawValue: name)] = newValue }
    }

    /// The value of a field that contains one URL reference, such as `Content-Location`.
    package func reference(_ name: HTTPHeaderName) -> String? {
        let fields = fields(for: name)
        return fields.count == 1 ? fields[0].reference : nil
    }

    /// Sets the value of `name` to the values of other fields, with the same bytes. No fields remove it.
    package mutating func set(_ name: HTTPHeaderName, to others: [Field], separator: String = ", ") {
        let field = Field(joining: others, as: name, separator: separator)
        self[name] = others.isEmpty ? nil : field.value
        guard field.isLatin1, let index = fields.firstIndex(where: { $0.name == name }) else { return }
        fields[index] = field
    }

    /// Adds a field at the end and keeps other fields of the same name.
    public mutating func add(_ name: HTTPHeaderName, _ value: String) {
        var fields = fields
        // Leaves one reference, so that the array is changed in place.
        storage = .fields([])
        // Most requests have a few fields.
        if fields.isEmpty { fields.reserveCapacity(4) }
        fields.append(Field(name: name, value: value))
        storage = .fields(fields)
    }

    /// Adds a field with its bytes.
    package mutating func add(_ field: Field) { fields.append(field) }

    /// Makes room for `count` fields.
    package mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }

    /// Removes all fields named `name`.
    public mutating func remove(_ name: HTTPHeaderName) {
        fields.removeAll { $0.name == name }
    }

    /// Removes all fields with one of these names, in linear time.
    package mutating func remove(_ names: [HTTPHeaderName]) {
        guard !names.isEmpty else { return }
        let names = Set(names)
        fields.removeAll { names.contains($0.name) }
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Creates a list from the pairs of a literal, in their order.
    public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
        storage = .fields(elements.map { Field(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at `position`.
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: Hashable {
    /// Returns whether both lists have the same fields in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.fields == right.fields }

    /// Hashes the fields.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
