import AbstractHTTP

extension Optional: ResponseContentConvertible where Wrapped: ResponseContentConvertible {
    /// Creates the value or nil. It never fails.
    public init?(content: ResponseContent?) { self = Wrapped(content: content) }

    /// Creates the value, or nil for null.
    public init(reading reader: ContentReader) throws { self = try reader.optional(Wrapped.self) }
}

extension Array: ResponseContentConvertible where Element: ResponseContentConvertible {
    /// Creates the elements. Elements of another type are left out.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Creates the elements. Elements of another type are left out. With a strict reader, they are an error.
    public init(reading reader: ContentReader) throws {
        guard let elements = reader.source.elements else { throw reader.mismatch("an array") }
        self = []
        reserveCapacity(elements.count)
        for (index, source) in elements.enumerated() {
            let element = reader.child(source, .index(index))
            if reader.isStrict {
                append(try element.read(as: Element.self))
            } else if let value = try? element.read(as: Element.self) {
                append(value)
            }
        }
    }
}

extension Dictionary: ResponseContentConvertible where Key: ContentKeyConvertible, Value: ResponseContentConvertible {
    /// Creates the members. Members of another type are left out.
    public init?(content: ResponseContent?) {
        guard let value = try? Self(reading: ContentReader(content)) else { return nil }
        self = value
    }

    /// Creates the members. Members of another type are left out. With a strict reader, they are an error.
    public init(reading reader: ContentReader) throws {
        guard let members = reader.source.members else { throw reader.mismatch("a dictionary") }
        self = [:]
        for member in members {
            let child = reader.child(member.value, .key(member.key))
            guard let key = Key.value(ofContentKey: member.key) else {
                guard reader.isStrict else { continue }
                throw child.mismatch("a key that is \(Key.self)")
            }
            if reader.isStrict {
                self[key] = try child.read(as: Value.self)
            } else if let value = try? child.read(as: Value.self) {
                self[key] = value
            }
        }
    }
}
