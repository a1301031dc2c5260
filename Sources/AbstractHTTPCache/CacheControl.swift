import AbstractHTTP
import Foundation

/// The directives of a `Cache-Control` field (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    /// The arguments by the names of the directives in lowercase. The argument is empty if there is none.
    private var directives: [String: String] = [:]

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
            directives[name] = ""
            return
        }
        directives[name] = scanner.quotedString() ?? scanner.text(before: UInt8(ascii: ","))
    }

    var isEmpty: Bool { directives.isEmpty }

    func has(_ name: String) -> Bool { directives[name] != nil }

    /// Whether the directive stands alone, without the names of fields.
    func isUnqualified(_ name: String) -> Bool { directives[name]?.isEmpty == true }

    /// The names of fields in the argument of a directive.
    func fields(_ name: String) -> [HTTPHeaderName] {
        (directives[name] ?? "").split(separator: ",").map { HTTPHeaderName(rawValue: $0.withoutOuterWhitespace) }
    }

    /// The argument in seconds. Nil if there is no such directive. An invalid argument counts as 0, which makes a
    /// response stale (section 4.2.1).
    func seconds(_ name: String) -> TimeInterval? { directives[name].map { $0.deltaSeconds ?? 0 } }

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
