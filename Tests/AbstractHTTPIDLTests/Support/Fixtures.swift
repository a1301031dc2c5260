import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import Testing

/// A type of its own in `Friends.http`, word by word.
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

/// One that is `Codable`.
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
