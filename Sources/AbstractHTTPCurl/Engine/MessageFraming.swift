import AbstractHTTP

/// The fields of a response head that say where the body ends and how it is encoded (RFC 9112, section 6; RFC 9110,
/// section 8.4).
///
/// Versions of libcurl differ in what they accept. Therefore, the connector also looks at these fields as the lines
/// arrive. The usual values, such as `chunked` or one number, need no further parsing.
struct MessageFraming {
    private enum Field: String {
        case contentLength = "Content-Length"
        case contentEncoding = "Content-Encoding"
        case transferEncoding = "Transfer-Encoding"
    }

    /// Whether there is a Content-Encoding.
    private(set) var isEncoded = false
    /// The number of Content-Length fields. One that is not a plain number counts twice.
    private var lengths = 0
    /// The number of Transfer-Encoding fields. One that is not `chunked` counts twice.
    private var transferEncodings = 0
    /// Whether one of them is `chunked`.
    private var isChunked = false
    /// The last of these fields, and the number of its line.
    private var last: (field: Field, line: Int)?
    /// Whether the response has the version HTTP/1.0.
    private var isOld = false

    /// Begins with the status line of a response.
    init(_ statusLine: UnsafeRawBufferPointer) {
        // Every status line begins with "HTTP/".
        isOld = statusLine.count > 7 && statusLine[5] == UInt8(ascii: "1") && statusLine[7] == UInt8(ascii: "0")
    }

    /// A head without lines.
    init() {}

    /// Whether the connection cannot carry another response, because a server that does not know Transfer-Encoding may
    /// find the end of this one in a different place (RFC 9112, section 6.1).
    var closesConnection: Bool { transferEncodings > 0 && (isOld || lengths > 0) }

    /// Whether the head says nothing about where the body ends.
    var isWithoutLength: Bool { lengths == 0 && !isChunked }

    /// Notes a line that may be a part of one of these fields. Returns what is wrong with it, or nil.
    ///
    /// - Parameter number: The number of the line in the head.
    mutating func note(_ line: UnsafeRawBufferPointer, _ number: Int) -> String? {
        if line.isContinuation {
            guard let last, last.line == number - 1 else { return nil }
            return "the field \(last.field.rawValue) continues on the next line"
        }
        guard line.count > 15 else { return nil }
        guard line[0] | 0x20 == UInt8(ascii: "c") else {
            return note(line, number, .transferEncoding, "transfer-encoding")
        }
        return note(line, number, .contentLength, "content-length")
            ?? note(line, number, .contentEncoding, "content-encoding")
    }

    /// Notes the line if its name is `name`, which is lowercase.
    private mutating func note(
        _ line: UnsafeRawBufferPointer, _ number: Int, _ field: Field, _ name: StaticString
    ) -> String? {
        guard let rest = line.dropping(name) else { return nil }
        guard rest.first == UInt8(ascii: ":") else {
            let isSpaced = rest.first { !$0.isWhiteSpace } == UInt8(ascii: ":")
            return isSpaced ? "there is whitespace between \(field.rawValue) and its colon" : nil
        }
        last = (field, number)
        let value = rest.dropFirst()
        switch field {
        case .contentLength: lengths += value.isPlainNumber ? 1 : 2
        case .contentEncoding: isEncoded = true
        case .transferEncoding:
            transferEncodings += value.isChunked ? 1 : 2
            // Other values than `chunked` and `identity` are refused.
            if !value.isIdentity { isChunked = true }
        }
        return nil
    }

    /// What is wrong with the framing, or nil. `headers` are the fields of the complete head.
    func fault(_ headers: @autoclosure () -> HTTPHeaders) -> String? {
        // libcurl decodes some other codings, and does not notice where such a body is cut off.
        if transferEncodings > 1, let fault = headers().faultOfTransferEncoding { return fault }
        // libcurl uses any of several lengths, and the first digits of one that is not a number.
        guard lengths > 1 else { return nil }
        do {
            _ = try headers().contentLength()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether this line may be a part of a field of ``MessageFraming``. Most lines are not.
    var mayFrame: Bool {
        guard let first else { return false }
        return first | 0x20 == UInt8(ascii: "c") || first | 0x20 == UInt8(ascii: "t") || isContinuation
    }

    /// Whether this line continues the line before (RFC 9112, section 5.2).
    var isContinuation: Bool { first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") }

    /// The part of this line after `name`, if the line begins with it. `name` is lowercase.
    fileprivate func dropping(_ name: StaticString) -> Slice<Self>? {
        guard count > name.utf8CodeUnitCount else { return nil }
        let begins = name.withUTF8Buffer { name in zip(self, name).allSatisfy { $0 | 0x20 == $1 | 0x20 } }
        return begins ? dropFirst(name.utf8CodeUnitCount) : nil
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Whether this is `chunked` in lowercase, with optional white space around it.
    fileprivate var isChunked: Bool {
        let coding = drop(while: \.isWhiteSpace)
        return coding.starts(with: "chunked".utf8) && coding.dropFirst(7).allSatisfy(\.isWhiteSpace)
    }

    /// Whether this is `identity` or nothing, with optional white space and commas around it.
    fileprivate var isIdentity: Bool {
        let words = split { $0.isWhiteSpace || $0 == UInt8(ascii: ",") }
        return words.allSatisfy { String(decoding: $0, as: UTF8.self).lowercased() == "identity" }
    }

    /// Whether this is a number that every 64-bit integer type can hold, with optional white space around it.
    fileprivate var isPlainNumber: Bool {
        let digits = drop(while: \.isWhiteSpace).prefix { !$0.isWhiteSpace }
        return (1...18).contains(digits.count) && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            && self[digits.endIndex...].allSatisfy(\.isWhiteSpace)
    }
}

extension UInt8 {
    /// Whether this is white space in a header line, or a part of the line ending.
    var isWhiteSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
