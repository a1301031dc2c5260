import Foundation

/// The public keys of which a server has to have one.
///
/// There are two at least, so that the key of the server can be changed: the second one is kept where the server is
/// not.
public struct PublicKeyPins: Hashable, Sendable {
    /// A text that is no pin.
    public struct InvalidPin: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text.
        public let text: String
        /// What is expected.
        public var description: String {
            "\(text.debugDescription) is no pin: it has to be the SHA-256 of a public key (44 characters of Base64), as in sha256//AAA…="
        }
    }

    /// What libcurl is given.
    let curlText: String

    /// Makes pins, each the SHA-256 of a public key's SubjectPublicKeyInfo in Base64 (RFC 7469, section 2.4), with or
    /// without `sha256//` before it. Throws ``InvalidPin``.
    public init(_ pin: String, backup: String, _ others: String...) throws(InvalidPin) {
        var pins: [String] = []
        for text in [pin, backup] + others { pins.append(try Self.check(text)) }
        curlText = pins.joined(separator: ";")
    }

    private static func check(_ text: String) throws(InvalidPin) -> String {
        let prefix = "sha256//"
        let base64 = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        guard Data(base64Encoded: base64)?.count == 32 else { throw InvalidPin(text: text) }
        return prefix + base64
    }
}
