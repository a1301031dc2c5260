import AbstractHTTP
import Foundation

/// The directives of a `Cache-Control` field (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    private struct Argument: Hashable, Sendable {
        /// Empty if there is none.
        let text: String
        /// The number of seconds. Each lookup asks for several.
        let seconds: TimeInterval?

        init(_ text: String) { (self.text, seconds) = (text, text.deltaSeconds) }
    }

    /// The arguments by the names of the directives in lowercase.
    private var directives: [String: Argument] = [:]

    /// Parses all `Cache-Control` fields. If a directive occurs twice, the first one counts (section 4.2.1).
    init(_ headers: HTTPHeaders) {
        for value in headers.values(for: "Cache-Control") {
            var scanner = HeaderScanner(value)
            while !scanner.isAtEnd {
                add(from: &scanner)
                scanner.skip(to: UInt8(ascii: ","))
                _ = scanner.skip(UInt8(ascii: ","))
            }
        }
    }

    private mutating func add(from scanner: inout HeaderScanner) {
        scanner.skipWhitespace()
        guard let name = scanner.token()?.lowercased(), directives[name] == nil else { return }
        guard scanner.skip(UInt8(ascii: "=")) else {
            directives[name] = Argument("")
            return
        }
        directives[name] = Argument(scanner.quotedString() ?? scanner.text(before: UInt8(ascii: ",")))
    }

    var isEmpty: Bool { directives.isEmpty }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Whether the directive stands alone, without the names of fields.
    func isUnqualified(_ name: String) -> Bool { directives[name]?.text.isEmpty == true }

    /// The names of fields in the argument of a directive.
    func fields(_ name: String) -> [HTTPHeaderName] {
        (directives[name]?.text ?? "").split(separator: ",").map { HTTPHeaderName(rawValue: $0.withoutOuterWhitespace) }
    }

    /// The argument in seconds. Nil if there is no such directive. An invalid argument counts as 0, which makes a
    /// response stale (section 4.2.1).
    func seconds(_ name: String) -> TimeInterval? { directives[name].map { $0.seconds ?? 0 } }

    /// How stale a response may be, in seconds. Without an argument, `max-stale` allows any (section 5.2.1.2).
    var maxStale: TimeInterval? {
        isUnqualified("max-stale") ? .infinity : seconds("max-stale")
    }
}

extension StringProtocol {
    /// A number of seconds, written in digits (RFC 9111, section 1.2.2). Nil for anything else.
    var deltaSeconds: TimeInterval? {
        !isEmpty && utf8.allSatisfy(\.isDigit) ? TimeInterval(self) : nil
    }
}
