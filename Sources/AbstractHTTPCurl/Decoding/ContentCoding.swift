import AbstractHTTP
import AbstractHTTPLibcurl

/// A content coding that the connector can decode if its library is installed (RFC 9110, section 8.4.1; RFC 7932; RFC
/// 8878).
enum ContentCoding: String, CaseIterable, Sendable {
    case gzip, deflate, br, zstd

    /// The maximum number of codings of one body. A body with more of them is an attack.
    private static let maximumCount = 5

    /// Whether the library for this coding is installed. libcurl must have been loaded.
    var isKnown: Bool { LCHasFormat(format(of: [])) }

    /// The value of Accept-Encoding: every coding whose library is installed. Nil if there is none.
    static let accepted: String? = {
        let known = allCases.filter(\.isKnown).map(\.rawValue)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }()

    /// The codings in `headers`, in the order in which to decode them. Empty if one of them is unknown. The body is
    /// then delivered as it arrived.
    ///
    /// Throws ``TransportError/Kind/malformedResponse`` if there are more than five.
    static func codings(of headers: HTTPHeaders) throws(TransportError) -> [ContentCoding] {
        let names = headers.values(for: "Content-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.drop { $0 == " " || $0 == "\t" }.lowercased() }
            .map { $0.prefix { $0 != " " && $0 != "\t" } }
            .filter { !$0.isEmpty && $0 != "identity" }
        let codings = names.map { ContentCoding(rawValue: $0 == "x-gzip" ? "gzip" : String($0)) }
        guard codings.allSatisfy({ $0?.isKnown == true }) else { return [] }
        guard codings.count <= maximumCount else {
            throw TransportError(.malformedResponse, "the body has \(codings.count) content codings")
        }
        return codings.compactMap(\.self).reversed()
    }

    /// The format of a body that has this coding and begins with `bytes`. "deflate" is the zlib format (RFC 1950), but
    /// some servers send raw deflate data.
    func format(of bytes: some Collection<UInt8>) -> LCFormat {
        switch self {
        case .gzip: .gzip
        case .deflate: Self.beginsZlib(bytes) ? .zlib : .rawDeflate
        case .br: .brotli
        case .zstd: .zstandard
        }
    }

    /// The number of bytes that are needed to recognize the format.
    var signatureLength: Int { self == .deflate ? 2 : 1 }

    /// Whether `byte` can begin another gzip member (RFC 1952, section 2.2) or Zstandard frame (RFC 8878, section 3)
    /// after a complete one.
    func mayContinue(with byte: UInt8) -> Bool {
        switch self {
        case .gzip: byte == 0x1F
        case .zstd: true
        case .deflate, .br: false
        }
    }

    /// Whether the first two bytes are a zlib header: a compression method and a checksum (RFC 1950, section 2.2).
    private static func beginsZlib(_ bytes: some Collection<UInt8>) -> Bool {
        let head = bytes.prefix(2).map(Int.init)
        return head.count == 2 && head[0] & 0x0F == 8 && (head[0] << 8 | head[1]) % 31 == 0
    }
}
