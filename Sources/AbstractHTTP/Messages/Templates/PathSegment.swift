extension DefaultStringInterpolation {
    /// Appends a value as one segment of a path. Percent-encodes everything but unreserved characters (RFC 3986,
    /// sections 2.3 and 3.3).
    ///
    /// ```swift
    /// var url: String { "/products/\(segment: sku)/reviews" }
    /// ```
    ///
    /// An empty value, `.`, or `..` would lead to another resource. A connection to such a URL fails with
    /// ``InvalidRequest/pathSegment(_:)``, and sends nothing.
    public mutating func appendInterpolation(segment value: some CustomStringConvertible) {
        let text = value.description
        appendLiteral(["", ".", ".."].contains(text) ? String.refusedSegment : text.percentEncoded())
    }
}

extension String {
    /// Stands for a segment that leads to another resource, because an interpolation cannot throw. No URL contains it,
    /// because U+FDD0 is a noncharacter for internal use (Unicode Standard, section 23.7).
    fileprivate static let refusedSegment = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)

    /// Whether a segment of this URL leads to another resource.
    var hasRefusedSegment: Bool { offset(of: 0xEF) != nil && unicodeScalars.contains { $0.value == 0xFDD0 } }

    /// The URL with an ellipsis for each segment that leads to another resource.
    var showingRefusedSegments: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.value == 0xFDD0 ? "…" : $0 }))
    }

    /// The URL with an empty segment in place of each one that leads to another resource.
    var withoutRefusedSegments: String {
        hasRefusedSegment ? String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0xFDD0 })) : self
    }
}
