import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport

struct Account: Codable, Equatable {
    var email: String
    var password: String
}

struct Page: Codable, Equatable {
    var index: Int
    var total: Int
}

struct Broken: Error, Equatable {
    var reason = "broken"
}

extension ConfigurableEndpoint {
    /// The endpoint over `connector`, on `https://api.example.com`.
    func over(_ connector: any HTTPConnector) -> Self {
        config(ConnectionConfig(connector: connector)).base("https://api.example.com")
    }
}
