import AbstractHTTP
import AbstractHTTPJSON

// Most fields have one of these types. A call of a generic function needs about twice as much code, because it passes
// the type and its conformance.

extension ContentReader {
    /// Returns the string of a key, or nil if there is none.
    public func optional(_ key: String) throws -> String? { try optionalScalar(key) }
    /// Returns the string of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> String? {
        options.isMatching ? try requiredScalar(key) : try optionalScalar(key)
    }
    /// Returns the required string of a key.
    public func required(_ key: String) throws -> String { try requiredScalar(key) }
    /// Returns the Boolean of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Bool? { try optionalScalar(key) }
    /// Returns the Boolean of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Bool? {
        options.isMatching ? try requiredScalar(key) : try optionalScalar(key)
    }
    /// Returns the required Boolean of a key.
    public func required(_ key: String) throws -> Bool { try requiredScalar(key) }
    /// Returns the integer of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Int32? { try optionalScalar(key) }
    /// Returns the integer of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Int32? {
        options.isMatching ? try requiredScalar(key) : try optionalScalar(key)
    }
    /// Returns the required integer of a key.
    public func required(_ key: String) throws -> Int32 { try requiredScalar(key) }
    /// Returns the integer of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Int64? { try optionalScalar(key) }
    /// Returns the integer of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Int64? {
        options.isMatching ? try requiredScalar(key) : try optionalScalar(key)
    }
    /// Returns the required integer of a key.
    public func required(_ key: String) throws -> Int64 { try requiredScalar(key) }
    /// Returns the number of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Double? { try optionalScalar(key) }
    /// Returns the number of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Double? {
        options.isMatching ? try requiredScalar(key) : try optionalScalar(key)
    }
    /// Returns the required number of a key.
    public func required(_ key: String) throws -> Double { try requiredScalar(key) }
}

/// The type of a field without fields of its own. It is read from a JSON text without creating another reader.
private protocol JSONScalar: ResponseContentConvertible {
    /// Reads a value. Returns nil if the value has another type or does not fit.
    init?(_ value: Int, of json: IndexedJSON)
}

extension ContentReader {
    private func optionalScalar<Value: JSONScalar>(_ key: String) throws -> Value? {
        if case .json(let json, let object) = source {
            guard let member = json.member(key, of: object) else { return nil }
            if let value = Value(member, of: json) { return value }
        }
        return try member(key).optional()
    }

    private func requiredScalar<Value: JSONScalar>(_ key: String) throws -> Value {
        if case .json(let json, let object) = source, let member = json.member(key, of: object),
            let value = Value(member, of: json)
        {
            return value
        }
        return try member(key).required()
    }
}

extension String: JSONScalar {
    fileprivate init?(_ value: Int, of json: IndexedJSON) {
        guard let text = json.string(of: value) else { return nil }
        self = text
    }
}

extension Bool: JSONScalar {
    fileprivate init?(_ value: Int, of json: IndexedJSON) {
        guard let boolean = json.boolean(of: value) else { return nil }
        self = boolean
    }
}

extension Double: JSONScalar {
    fileprivate init?(_ value: Int, of json: IndexedJSON) {
        guard let number = json.number(of: value) else { return nil }
        self = number
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    fileprivate init?(_ value: Int, of json: IndexedJSON) {
        guard let integer = json.integer(of: value) else { return nil }
        self.init(exactly: integer)
    }
}

extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
