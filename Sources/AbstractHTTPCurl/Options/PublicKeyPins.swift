import AbstractHTTP
import Foundation

/// Hashes of public keys. A connection to the server fails unless its public key matches one of them.
///
/// At least two are required, so that the server can change its key. Keep the private key of the second one elsewhere.
///
/// ```swift
/// let connector = try CurlConnector { options in
///     options.pins["api.example.com"] = try PublicKeyPins(currentKey, backup: nextKey)
/// }
/// ```
public struct PublicKeyPins: Hashable, Sendable {
    /// The error for a text that is not what it should be.
    public enum InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
        /// This text is not a pin.
        case pin(String)
        /// The text is not a public key.
        case publicKey

        /// What is wrong, and what to write instead.
        public var description: String {
            switch self {
            case .pin(let text):
                "\(text.debugDescription) is not a pin: write the SHA-256 of a public key (44 characters of Base64), as in sha256//AAA…="
            case .publicKey:
                "the text is not a public key: it needs the lines from -----BEGIN PUBLIC KEY----- to -----END PUBLIC KEY-----, as in the output of openssl x509 -pubkey -noout -in FILE"
            }
        }
    }

    /// The value for libcurl.
    let curlText: String

    /// Creates pins. Each is the SHA-256 of a public key's SubjectPublicKeyInfo in Base64 (RFC 7469, section 2.4), with
    /// or without a leading `sha256//`.
    ///
    /// - Throws: ``InvalidText/pin(_:)``.
    public init(_ pin: String, backup: String, _ others: String...) throws(InvalidText) {
        var pins: [String] = []
        for text in [pin, backup] + others { pins.append(try Self.check(text)) }
        curlText = pins.joined(separator: ";")
    }

    /// Returns the pin of a public key.
    ///
    /// - Parameter key: The key in PEM (RFC 7468, section 13), as `openssl x509 -pubkey -noout` writes it.
    /// - Throws: ``InvalidText/publicKey``.
    public static func pin(ofPublicKey key: String) throws(InvalidText) -> String {
        guard let start = key.range(of: "-----BEGIN PUBLIC KEY-----"),
            let end = key.range(of: "-----END PUBLIC KEY-----", range: start.upperBound..<key.endIndex),
            let info = Data(
                base64Encoded: String(key[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })),
            !info.isEmpty
        else { throw .publicKey }
        return "sha256//" + Data(SHA256.hash(info)).base64EncodedString()
    }

    /// Returns the host of the URL `text`, which need not have a path, in the form in which pins are found by it.
    static func host(of text: String) -> String {
        let authority = text.drop { $0 != "/" }.drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        let place = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        guard place.first != "[" else { return String(place.dropFirst().prefix { $0 != "]" }).normalizedHost }
        return String(place.prefix { $0 != ":" }).normalizedHost
    }

    /// Returns the host that `key` of the options names, in the form of ``host(of:)``. It is encoded as in a URL.
    /// Returns nil if `key` is not the name or the address of a host, without a port.
    static func host(ofKey key: String) -> String? {
        guard !key.contains(where: { $0.isWhitespace || "/@?#*\\".contains($0) }) else { return nil }
        let name = key.hasPrefix("[") && key.hasSuffix("]") ? String(key.dropFirst().dropLast()) : key
        guard name.isIPv6Address || name == key && !name.contains(":") else { return nil }
        let authority = name.isIPv6Address ? "[\(name)]" : name
        guard let url = URL(string: "https://\(authority)/") else { return nil }
        let host = Self.host(of: url.absoluteString)
        // A name with characters that a URL has to encode is never that of a server.
        return host.isEmpty || !name.isIPv6Address && host.contains("%") ? nil : host
    }

    private static func check(_ text: String) throws(InvalidText) -> String {
        let prefix = "sha256//"
        let base64 = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        guard Data(base64Encoded: base64)?.count == 32 else { throw .pin(text) }
        return prefix + base64
    }
}

extension String {
    /// Whether this looks like an IPv6 address (RFC 4291, section 2.2), which can have a zone (RFC 4007, section 11).
    fileprivate var isIPv6Address: Bool {
        let address = prefix { $0 != "%" }
        return address.count { $0 == ":" } > 1 && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
}
