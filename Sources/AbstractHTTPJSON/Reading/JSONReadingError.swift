import AbstractHTTP
import JSONBytes

/// A text is not JSON, or a value is not of the type that is read. It becomes a `DecodingError` with its place.
struct JSONReadingError: Error {
    let syntax: JSONSyntaxError
    /// The type that is read.
    let type: any Any.Type

    init(_ syntax: JSONSyntaxError, _ type: Any.Type) { (self.syntax, self.type) = (syntax, type) }
}

/// A property has no value.
struct JSONMissingKey: Error {
    /// The index of the first byte of the object.
    let start: Int
    let name: String
}

/// A value has the right kind, but its type cannot be created from it.
struct JSONInvalidValue: Error {
    /// The index of the first byte of the value.
    let start: Int
    let description: String
}

extension ByteView {
    /// The error with its coding path, its line, and its column. Other errors stay as they are.
    func located(_ error: any Error) -> any Error {
        switch error {
        case let error as JSONReadingError: decodingError(error.syntax, error.type)
        case let error as JSONSyntaxError: decodingError(error, nil)
        case let error as JSONMissingKey:
            DecodingError.keyNotFound(
                ContentKey(error.name),
                context(at: error.start, "no value for the key \(error.name.debugDescription)"))
        case let error as JSONInvalidValue:
            DecodingError.dataCorrupted(context(at: error.start, error.description))
        default: error
        }
    }

    private func decodingError(_ error: JSONSyntaxError, _ type: Any.Type?) -> DecodingError {
        switch error.reason {
        case .otherKind(let expected):
            let type = type ?? expected.type
            guard let found = JSONKind(byte(at: error.offset)), found != .null else {
                return .valueNotFound(type, context(at: error.offset, "expected \(expected.name), but found null"))
            }
            return .typeMismatch(
                type, context(at: error.offset, "expected \(expected.name), but found \(found.name)"))
        case .doesNotFit:
            return .dataCorrupted(
                context(
                    at: error.offset, "the number \(number(at: error.offset)) does not fit in \(type ?? Double.self)"))
        default: return .dataCorrupted(context(at: error.offset, "the text is not JSON: \(error.reason.text)"))
        }
    }

    /// The text of a number, shortened.
    private func number(at start: Int) -> String {
        guard let end = try? numberExtent(from: start).end else { return "" }
        return end - start <= 40 ? text(from: start, to: end) : text(from: start, to: start + 40) + "…"
    }

    func context(at offset: Int, _ description: String, underlying: (any Error)? = nil) -> DecodingError.Context {
        let (line, column) = place(of: offset)
        let place = TextPlace(line: line, column: column, underlying: underlying)
        return DecodingError.Context(
            codingPath: codingPath(to: offset), debugDescription: "\(place): \(description)", underlyingError: place)
    }

    /// The keys and the indices that lead to the value at an offset.
    func codingPath(to offset: Int) -> [any CodingKey] {
        path(to: offset).map { step in
            switch step {
            case .key(let name): ContentKey(name)
            case .index(let index): ContentKey(index: index)
            }
        }
    }
}

extension JSONKind {
    fileprivate var name: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "a Boolean"
        case .null: "null"
        }
    }

    fileprivate var type: Any.Type {
        switch self {
        case .object: [String: Any].self
        case .array: [Any].self
        case .string: String.self
        case .number: Double.self
        case .boolean: Bool.self
        case .null: Never?.self
        }
    }
}
