import AbstractHTTP

// Most fields have one of these types. A call of a generic function needs about twice as much code, because it passes
// the type and its conformance.

extension ContentReader {
    /// Returns the string of a key, or nil if there is none.
    public func optional(_ key: String) throws -> String? { try member(key).optional(String.self) }
    /// Returns the string of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> String? { try expected(key, as: String.self) }
    /// Returns the required string of a key.
    public func required(_ key: String) throws -> String { try member(key).required(String.self) }
    /// Returns the Boolean of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Bool? { try member(key).optional(Bool.self) }
    /// Returns the Boolean of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Bool? { try expected(key, as: Bool.self) }
    /// Returns the required Boolean of a key.
    public func required(_ key: String) throws -> Bool { try member(key).required(Bool.self) }
    /// Returns the integer of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Int32? { try member(key).optional(Int32.self) }
    /// Returns the integer of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Int32? { try expected(key, as: Int32.self) }
    /// Returns the required integer of a key.
    public func required(_ key: String) throws -> Int32 { try member(key).required(Int32.self) }
    /// Returns the integer of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Int64? { try member(key).optional(Int64.self) }
    /// Returns the integer of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Int64? { try expected(key, as: Int64.self) }
    /// Returns the required integer of a key.
    public func required(_ key: String) throws -> Int64 { try member(key).required(Int64.self) }
    /// Returns the number of a key, or nil if there is none.
    public func optional(_ key: String) throws -> Double? { try member(key).optional(Double.self) }
    /// Returns the number of a key, or nil if it is missing. While a union is matched, a missing key is an error.
    public func expected(_ key: String) throws -> Double? { try expected(key, as: Double.self) }
    /// Returns the required number of a key.
    public func required(_ key: String) throws -> Double { try member(key).required(Double.self) }
}
