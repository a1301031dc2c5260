/// The length that a message declares (RFC 9110, section 8.6).
extension HTTPHeaders {
    /// The number of bytes, or nil if there is no Content-Length or a Transfer-Encoding overrides it.
    ///
    /// A number that is repeated, in another field or after a comma, counts once. Throws if values differ or one is not
    /// a number, because a part of the body could then be taken for the next message.
    package func contentLength() throws(InvalidContentLength) -> Int? {
        guard values(for: "Transfer-Encoding").isEmpty else { return nil }
        let values = values(for: .contentLength)
        guard let first = values.first else { return nil }
        if values.count == 1, first.isNumber, let length = Int(first) { return length }
        let elements = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(
            \.withoutOuterWhitespace)
        guard let text = elements.first, text.isNumber, elements.allSatisfy({ $0 == text }), let length = Int(text)
        else {
            throw InvalidContentLength(value: values.joined(separator: ", "))
        }
        return length
    }

    /// The number of bytes that a reader of the body gets, or nil if the head does not declare it or the body is
    /// encoded.
    package var bodyLength: Int? {
        guard self["Content-Encoding"] == nil else { return nil }
        return (try? contentLength()) ?? nil
    }
}

/// A Content-Length that is not a length.
package struct InvalidContentLength: Error, CustomStringConvertible {
    let value: String

    package var description: String { "the Content-Length\(value.quotedFraming) is not a length".inOneLine }
}

extension String {
    /// A space and the value of a framing field in quotation marks, for a message. The value is left out if it is
    /// neither numbers nor names of codings, because it can then be a part of any other field.
    var quotedFraming: String {
        let words = lowercased().split { ", \t+-.".contains($0) }
        let isHarmless = words.allSatisfy { $0.allSatisfy(\.isNumber) || Self.codings.contains(String($0)) }
        return isHarmless ? " \(debugDescription)" : ""
    }

    private static let codings: Set<String> = ["chunked", "compress", "deflate", "gzip", "identity", "x", "br"]
}

extension StringProtocol {
    fileprivate var isNumber: Bool {
        !isEmpty && utf8.allSatisfy(\.isDigit)
    }
}
