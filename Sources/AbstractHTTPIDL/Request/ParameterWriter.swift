import AbstractHTTP

/// Puts the fields of a request into its query, its header fields, its cookies, or its form.
///
/// ```swift
/// func placeParameters(in parameters: inout ParameterWriter) throws {
///     try parameters.write(ids, "id", .query(arrays: .pipes))
///     try parameters.require(match, "If-Match", .header("If-Match"))
/// }
/// ```
public struct ParameterWriter {
    /// Where a value goes besides the places of `ParameterLocation`.
    public struct Cookie: Sendable {
        let options: ParameterLocation

        /// As a cookie.
        public static var cookie: Self { cookie() }
        /// As a cookie, with other formats.
        public static func cookie(
            booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil, nonFinite: NonFiniteNumbers? = nil
        ) -> Self { Self(options: .query(booleans: booleans, dates: dates, nonFinite: nonFinite)) }
    }

    private static let none = HTTP("")

    private var http: HTTP
    private let options: FieldOptions
    private var cookies: [String] = []

    init(_ http: HTTP, _ options: FieldOptions) { (self.http, self.options) = (http, options) }

    /// Writes a value. Nil writes nothing. Throws `HTTPContentError` for a value that cannot be sent.
    public mutating func write(
        _ value: (some RequestContentConvertible)?, _ name: String, _ location: ParameterLocation
    ) throws {
        // One reference, so that the request is changed in its place, and not copied for each field.
        var only = Self.none
        swap(&only, &http)
        http = try (consume only).adding(name, value?.asRequestContent() ?? .null, location, options)
    }

    /// Writes a value. Nil writes nothing. Throws `HTTPContentError` for a value that cannot be sent.
    public mutating func write(_ value: (some RequestContentConvertible)?, _ name: String, _ location: Cookie) throws {
        guard let value else { return }
        let options = location.options.options(options)
        do throws(HTTPContentError) {
            guard let text = try options.headerText(of: value.asRequestContent(), in: "Cookie") else { return }
            cookies.append("\(name)=\(text.asCookieValue)")
        } catch {
            throw error.below(key: name)
        }
    }

    /// Writes a required value. Throws ``ContentWritingError`` for nil.
    public mutating func require(
        _ value: (some RequestContentConvertible)?, _ name: String, _ location: ParameterLocation
    ) throws {
        guard let value else { throw ContentWritingError(key: name) }
        try write(value, name, location)
    }

    /// Writes a required value. Throws ``ContentWritingError`` for nil.
    public mutating func require(_ value: (some RequestContentConvertible)?, _ name: String, _ location: Cookie) throws
    {
        guard let value else { throw ContentWritingError(key: name) }
        try write(value, name, location)
    }

    /// Returns the request with all values.
    ///
    /// - Parameter cookies: The cookies of the configuration.
    func finished(with credentials: ClientCredentials.Parts?, after others: String?) -> HTTP {
        var (http, cookies) = (http, cookies)
        for (key, value) in credentials?.query ?? [] { http = http.query(key, value) }
        for (key, value) in credentials?.cookies ?? [] { cookies.append("\(key)=\(value.asCookieValue)") }
        guard !cookies.isEmpty else { return http }
        let before = http.headers.first { $0.key.lowercased() == "cookie" }?.value ?? others
        return http.header("Cookie", ((before.map { [$0] } ?? []) + cookies).joined(separator: "; "))
    }
}

extension ParameterWriter: CustomReflectable {
    /// Nothing, because the values can be secrets.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension String {
    /// The text with the characters percent-encoded that a cookie cannot contain (RFC 6265, section 4.1.1), and the
    /// percent sign.
    fileprivate var asCookieValue: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain = (0x21...0x7E).contains(byte) && !"\",;\\%".utf8.contains(byte)
            text += isPlain ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
    }
}

extension UInt8 {
    fileprivate var percentEncoded: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
}
