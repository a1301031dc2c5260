import AbstractHTTP
import Foundation

/// The parts of a query that make no difference, from the `No-Vary-Search` field (draft-ietf-httpbis-no-vary-search).
struct SearchRule: Hashable, Sendable {
    private var ignoresOrder = false
    private var ignoresAll = false
    /// Names and values are compared byte by byte, because equal strings can have different code points.
    private var ignored: Set<[UInt8]> = []
    private var significant: Set<[UInt8]> = []

    /// Parses the field. Returns nil if it is malformed or makes no difference.
    init?(_ field: String) {
        guard let members = StructuredDictionary(field)?.members else { return nil }
        for (name, value) in members {
            switch (name, value) {
            case ("key-order", .boolean(let isOn)): ignoresOrder = isOn
            case ("params", .boolean(let isOn)): ignoresAll = isOn
            case ("params", .strings(let names)): ignored = Self.keys(names)
            case ("except", .strings(let names)): significant = Self.keys(names)
            case ("key-order", _), ("params", _), ("except", _): return nil
            default: break
            }
        }
        guard significant.isEmpty || ignoresAll, ignoresOrder || ignoresAll || !ignored.isEmpty else { return nil }
    }

    /// Whether two URLs differ only in parts of the query that make no difference.
    func ignoresDifference(_ left: String, _ right: String) -> Bool {
        left.withoutQuery == right.withoutQuery && pairs(of: left) == pairs(of: right)
    }

    /// The names of parameters as bytes. Names that are not ASCII are percent-encoded.
    private static func keys(_ names: [String]) -> Set<[UInt8]> {
        Set(
            names.map { name in
                // A name is one key, so these characters do not separate anything.
                let key = name.replacing("&", with: "%26").replacing("=", with: "%3D")
                return Array((URLQuery(formEncoded: key).keyValues.first?.key ?? name).utf8)
            })
    }

    private func pairs(of url: String) -> [[[UInt8]]] {
        let query = url.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(url[url.index(after: $0)...]) } ?? ""
        let pairs = URLQuery(formEncoded: query).keyValues.map { [Array($0.key.utf8), Array(($0.value ?? "").utf8)] }
        let kept = pairs.filter { pair in
            ignoresAll ? significant.contains(pair[0]) : !ignored.contains(pair[0])
        }
        guard ignoresOrder else { return kept }
        // The order of values with the same name still matters.
        return kept.enumerated().sorted { left, right in
            left.element[0] == right.element[0]
                ? left.offset < right.offset : left.element[0].lexicographicallyPrecedes(right.element[0])
        }
        .map(\.element)
    }
}

extension CachedResponse {
    var searchRule: SearchRule? { headers["No-Vary-Search"].flatMap(SearchRule.init) }
}

extension String {
    var withoutQuery: String { offset(of: UInt8(ascii: "?")).map { String(utf8.prefix($0)) ?? self } ?? self }
}

/// The members of a Dictionary or a List of Structured Fields (RFC 9651), as far as caches use them: strings, lists of
/// strings, and booleans. Parameters are ignored.
struct StructuredDictionary {
    enum Value: Hashable {
        case boolean(Bool)
        case strings([String])
    }

    private(set) var members: [String: Value] = [:]

    /// Returns nil if the field is malformed.
    init?(_ field: String) {
        var scanner = HeaderScanner(field)
        repeat {
            scanner.skipWhitespace()
            guard let name = scanner.token() else { return nil }
            if scanner.skip(UInt8(ascii: "=")) {
                guard let value = Self.value(&scanner) else { return nil }
                members[name] = value
            } else {
                members[name] = .boolean(true)
            }
            scanner.skipParameters()
            scanner.skipWhitespace()
        } while scanner.skip(UInt8(ascii: ","))
        guard scanner.isAtEnd else { return nil }
    }

    private static func value(_ scanner: inout HeaderScanner) -> Value? {
        if scanner.skip(UInt8(ascii: "?")) {
            if scanner.skip(UInt8(ascii: "1")) { return .boolean(true) }
            return scanner.skip(UInt8(ascii: "0")) ? .boolean(false) : nil
        }
        guard scanner.skip(UInt8(ascii: "(")) else { return nil }
        var strings: [String] = []
        while true {
            scanner.skipWhitespace()
            if scanner.skip(UInt8(ascii: ")")) { return .strings(strings) }
            guard let string = scanner.quotedString() else { return nil }
            strings.append(string)
        }
    }

    /// Parses a List of Strings. A malformed field must be ignored, so it gives an empty list.
    static func strings(_ field: String) -> [String] {
        var scanner = HeaderScanner(field)
        var strings: [String] = []
        repeat {
            scanner.skipWhitespace()
            guard let string = scanner.quotedString() else { return [] }
            strings.append(string)
            scanner.skipParameters()
            scanner.skipWhitespace()
        } while scanner.skip(UInt8(ascii: ","))
        return scanner.isAtEnd ? strings : []
    }
}

extension HeaderScanner {
    /// Skips parameters, such as `;a=1`.
    fileprivate mutating func skipParameters() {
        while skip(UInt8(ascii: ";")) {
            skipWhitespace()
            _ = token()
            guard skip(UInt8(ascii: "=")) else { continue }
            _ = quotedString() ?? token()
        }
    }
}
