import AbstractHTTP
import AbstractHTTPCurl
import AbstractHTTPTesting
import Foundation
import TestSupport

/// Servers that cannot be reached, over both connectors. `CurlTLSTests` has the checks of TLS.
extension Mistake {
    static let network = ["URLSession", "libcurl"].flatMap { connector in
        [
            Mistake(
                "a host that does not exist, over \(connector)", says: "the host's name was not found",
                at: "GET https://nowhere.invalid/", advises: "check the name of the host, and the network"
            ) {
                await sending("https://nowhere.invalid/", over: connector)
            },
            Mistake(
                "a port that nobody listens at, over \(connector)", says: "the server refused the connection",
                at: "GET http://127.0.0.1:1/", advises: "check that the server is running"
            ) {
                await sending("http://127.0.0.1:1/", over: connector)
            },
            Mistake(
                "a misspelt scheme, over \(connector)", says: "the scheme htps is neither http nor https",
                at: "GET htps://a.example", advises: "begin the URL with https://"
            ) {
                await sending("htps://a.example/", over: connector)
            },
        ]
    }

    private static func sending(_ url: String, over connector: String) async -> String {
        await failing {
            let carrier: any HTTPConnector = connector == "libcurl" ? try CurlConnector() : DefaultHTTPConnector()
            try await HTTP(url).asVoid(config: ConnectionConfig(connector: carrier)).response()
        }
    }
}
