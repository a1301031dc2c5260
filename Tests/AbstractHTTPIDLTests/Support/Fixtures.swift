import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import Testing

/// A custom type in `Friends.http`, with conversions written by hand.
struct Color: HTTPContentConvertible, Equatable {
    var hex: String

    init(hex: String) {
        self.hex = hex
    }

    init?(content: ResponseContent?) {
        guard let hex = content?.stringValue, hex.hasPrefix("#") else { return nil }
        self.hex = hex
    }

    func asRequestContent() -> RequestContent { .string(hex) }
}

/// A custom type that is `Codable`.
struct Point: CodableContent, Equatable {
    var x: Int
    var y: Int
}

extension GeneratedRequest {
    /// The same request over another connector.
    func over(_ connector: any HTTPConnector) -> Self {
        configuration.baseURLString = "https://example.com/v1"
        client = BaseClient(config: ConnectionConfig(connector: connector))
        return self
    }
}

/// A GET whose model is the text of the body.
struct TextSpec: ConnectionSpec {
    typealias ResponseModel = String
    var request: HTTP { HTTP("https://api.example.com/text") }
}

struct Broken: Error, Equatable {}

extension ConnectionConfig {
    /// A config with a connector that answers everything with 200 and `ok`.
    static var ok: ConnectionConfig { ConnectionConfig(connector: MockConnector { _ in .text("ok") }) }
}
