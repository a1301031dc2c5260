import AbstractHTTP
import AbstractHTTPLibcurl

/// A content coding that is decoded where its library is installed (RFC 9110, section 8.4.1; RFC 7932; RFC 8878).
enum ContentCoding: String, CaseIterable, Sendable {
    case gzip, deflate, br, zstd

    /// The codings of one body that are undone at most; more are an attack.
    private static let maximumCount = 5

    /// Whether its library is installed. Asked after libcurl is loaded.
    var isKnown: Bool { LCHasFormat(format(of: [])) }

    /// The value of Accept-Encoding that names all known codings; nil when there are none.
    static let accepted: String? = {
        let known = allCases.filter(\.isKnown).map(\.rawValue)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }()

    /// The codings that `headers` name, in the order in which they are undone. Empty when one of them is unknown: then the body
    /// stays as it is.
    ///
    /// Throws ``TransportError/Kind/malformedResponse`` for more than five.
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

    /// The format of a body with this coding that begins with `bytes`. Under the name of deflate there is zlib's format (RFC 1950),
    /// and, against the standard, bare deflate.
    func format(of bytes: some Collection<UInt8>) -> LCFormat {
        switch self {
        case .gzip: .gzip
        case .deflate: Self.beginsZlib(bytes) ? .zlib : .rawDeflate
        case .br: .brotli
        case .zstd: .zstandard
        }
    }

    /// How many bytes tell the format.
    var signatureLength: Int { self == .deflate ? 2 : 1 }

    /// Whether `byte` may begin another part of a body of which one part is complete: a gzip member (RFC 1952, section 2.2) or a
    /// Zstandard frame (RFC 8878, section 3).
    func mayContinue(with byte: UInt8) -> Bool {
        switch self {
        case .gzip: byte == 0x1F
        case .zstd: true
        case .deflate, .br: false
        }
    }

    /// The method and a check (RFC 1950, section 2.2).
    private static func beginsZlib(_ bytes: some Collection<UInt8>) -> Bool {
        let head = bytes.prefix(2).map(Int.init)
        return head.count == 2 && head[0] & 0x0F == 8 && (head[0] << 8 | head[1]) % 31 == 0
    }
}
