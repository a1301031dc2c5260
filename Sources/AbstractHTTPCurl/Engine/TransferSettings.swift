import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// What holds for every transfer of a connector.
struct TransferSettings {
    /// What libcurl calls the pins of a host, by its name in lower case.
    let pins: [String: String]
    private let texts: [(option: LCOption, text: String)]
    private let numbers: [(option: LCOption, number: Int)]

    init(_ options: CurlConnector.Options) throws {
        pins = Dictionary(
            options.pins.map { ($0.key.lowercased(), $0.value.curlText) }, uniquingKeysWith: { first, _ in first })
        texts = [
            // Every encoding that libcurl can decode.
            (LCOption.acceptEncoding, "")
        ]
        numbers = [
            (LCOption.noSignal, 1),
            (LCOption.pathAsIs, 1),
            (LCOption.suppressConnectHeaders, 1),
            (LCOption.allowedProtocols, Int(LCProtocolHTTP | LCProtocolHTTPS)),
            (LCOption.httpVersion, Int(LCHTTPVersion2OverTLS)),
            (LCOption.receiveBufferSize, 64 << 10),
            (LCOption.uploadBufferSize, 512 << 10),
            // The idle timeout counts, and the deadlines of the pipeline.
            (LCOption.connectTimeoutMilliseconds, Int(Int32.max)),
        ]
    }

    /// Sets them for a new handle.
    func apply(to easy: UnsafeMutableRawPointer) {
        for (option, text) in texts { _ = text.withCString { LCEasySetPointer(easy, option, $0) } }
        for (option, number) in numbers { _ = LCEasySetNumber(easy, option, number) }
    }
}
