import AbstractHTTP
import Foundation

/// The directives of a `Cache-Control` field (RFC 9111, section 5.2).
struct CacheControl: Hashable, Sendable {
    private struct Directive: Hashable, Sendable {
        /// In lowercase.
        let name: String
        /// Empty if there is none.
        var argument: String
        /// The argument as a number of seconds. It is stored, because each lookup asks for several.
        let seconds: TimeInterval?

        init(_ name: String, _ argument: String) {
            (self.name, self.argument, seconds) = (name, argument, argument.deltaSeconds)
        }

        /// Adds the fields of a repetition. Without an argument, the directive is about all fields.
        mutating func merge(_ other: String) {
            if argument.isEmpty || other.isEmpty { argument = "" } else { argument += ",\(other)" }
        }
    }

    /// The directives that the rules ask for. A server can send any number of others, which have no effect.
    private static let names: Set = [
        "immutable", "max-age", "max-stale", "min-fresh", "must-revalidate", "must-understand", "no-cache", "no-store",
        "only-if-cached", "private", "proxy-revalidate", "public", "s-maxage", "stale-if-error",
        "stale-while-revalidate",
    ]

    /// The directives whose argument can name fields.
    private static let namingFields: Set = ["no-cache", "private"]

    /// Whether there is no directive at all.
    private(set) var isEmpty = true
    /// One directive with each of these names. There are few, so a linear search is faster than a dictionary.
    private var directives: [Directive] = []

    /// Parses all `Cache-Control` fields. If a directive occurs twice, the first one counts (section 4.2.1). Those that
    /// can name fields are merged.
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
        guard let name = scanner.token()?.lowercased() else { return }
        isEmpty = false
        let hasArgument = scanner.skip(UInt8(ascii: "="))
        var argument = hasArgument ? scanner.quotedString() ?? scanner.text(before: UInt8(ascii: ",")) : ""
        // A list of fields without its closing quote applies to all fields.
        if argument.hasPrefix("\""), Self.namingFields.contains(name) { argument = "" }
        guard Self.names.contains(name) else { return }
        if let index = directives.firstIndex(where: { $0.name == name }) {
            if Self.namingFields.contains(name) { directives[index].merge(argument) }
        } else {
            directives.append(Directive(name, argument))
        }
    }

    /// The space that the directives take, in bytes.
    var byteCount: Int { directives.reduce(0) { $0 + $1.argument.utf8.count + MemoryLayout<Directive>.stride } }

    private func directive(_ name: String) -> Directive? { directives.first { $0.name == name } }

    func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// Whether the directive stands alone, without the names of fields.
    func isUnqualified(_ name: String) -> Bool { directive(name)?.argument.isEmpty == true }

    /// The names of fields in the argument of a directive.
    func fields(_ name: String) -> [HTTPHeaderName] {
        guard let argument = directive(name)?.argument else { return [] }
        return argument.split(separator: ",").map { HTTPHeaderName(rawValue: $0.withoutOuterWhitespace) }
    }

    /// The argument in seconds. Nil if there is no such directive. An invalid argument counts as 0, which makes a
    /// response stale (section 4.2.1).
    func seconds(_ name: String) -> TimeInterval? { directive(name).map { $0.seconds ?? 0 } }

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
