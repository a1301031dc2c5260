import Foundation

/// A URL that Foundation parses when it is first asked for.
///
/// Parsing takes a tenth of the instructions of a small request, and a connector may need only the text.
struct LazyURL: Sendable {
    private enum Storage: Sendable {
        case parsed(URL)
        case text(String, parsed: LockedValue<URL?>)
    }

    private let storage: Storage

    /// A URL that is already parsed.
    init(_ url: URL) { storage = .parsed(url) }

    /// Returns nil unless `text` is an `http` or `https` URL that needs no check and no change: a plain origin,
    /// followed only by characters and escapes that RFC 3986 allows there. Foundation can parse every such text.
    init?(plain text: String) {
        guard text.isPlainHTTPURL else { return nil }
        storage = .text(text, parsed: LockedValue(nil))
    }

    /// The URL.
    var url: URL {
        switch storage {
        case .parsed(let url): return url
        case .text(let text, let parsed):
            if let url = parsed.withLock({ $0 }) { return url }
            let url = URL(string: text, encodingInvalidCharacters: false) ?? .invalid(text)
            parsed.withLock { $0 = url }
            return url
        }
    }

    /// The text of the URL.
    var text: String {
        switch storage {
        case .parsed(let url): url.absoluteString
        case .text(let text, _): text
        }
    }

    /// Whether the URL is known to need no check of its authority.
    var isPlain: Bool {
        switch storage {
        case .parsed: false
        case .text: true
        }
    }
}

extension String {
    /// Whether this is an `http` or `https` URL with a plain origin, followed only by characters that RFC 3986 allows
    /// in a path, a query, and a fragment (sections 3.3 to 3.5).
    fileprivate var isPlainHTTPURL: Bool {
        guard let origin = HTTPOrigin(of: self), origin.isPlain else { return false }
        return withBytes { bytes in
            var (index, hasFragment) = (origin.byteCount, false)
            while index < bytes.count {
                switch bytes[index] {
                case let byte where byte.isPlainInURL: break
                case UInt8(ascii: "#"):
                    guard !hasFragment else { return false }
                    hasFragment = true
                case UInt8(ascii: "%"):
                    guard index + 2 < bytes.count, bytes[index + 1].hexDigitValue != nil,
                        bytes[index + 2].hexDigitValue != nil
                    else { return false }
                default: return false
                }
                index += 1
            }
            return true
        }
    }
}

extension UInt8 {
    /// Whether the byte may occur unescaped in a path, a query, and a fragment: ``isURICharacter``, looked up in bits.
    fileprivate var isPlainInURL: Bool {
        let bits: UInt64 = self < 64 ? 0xAFFF_FFD2_0000_0000 : 0x47FF_FFFE_87FF_FFFF
        return self < 128 && bits >> UInt64(self & 63) & 1 == 1
    }
}
