// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    Context.environment["ABSTRACTHTTP_STRICT"] != nil ? [.treatAllWarnings(as: .error)] : []

// A connector over a client that is a package of its own, with the rules for connectors as its tests.
let package = Package(
    name: "AsyncHTTPClientConnector",
    platforms: [.macOS(.v14)],
    products: [.library(name: "AsyncHTTPClientConnector", targets: ["AsyncHTTPClientConnector"])],
    dependencies: [
        .package(name: "AbstractHTTP", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.25.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0"),
    ],
    targets: [
        .target(
            name: "AsyncHTTPClientConnector",
            dependencies: [
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AsyncHTTPClientConnectorTests",
            dependencies: [
                "AsyncHTTPClientConnector",
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
