// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "AbstractHTTP", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.25.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0"),
    ],
    targets: [
        .executableTarget(
            name: "FormBodies", dependencies: [.product(name: "AbstractHTTP", package: "AbstractHTTP")]),
        .target(
            name: "PipelineCases",
            dependencies: [
                "AllocatedBytes",
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPCache", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPEndpoints", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPJSON", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPStreams", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPServices", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPDefinitions", package: "AbstractHTTP"),
            ]),
        .target(name: "AllocatedBytes"),
        .executableTarget(
            name: "PipelineDriver",
            dependencies: [
                "PipelineCases",
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPCurl", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
            ]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocatedBytes",
                "PipelineCases",
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPCache", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPDefinitions", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPIDL", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPJSON", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPStreams", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
                .product(name: "HTTPIDLCompiler", package: "AbstractHTTP"),
            ], plugins: [.plugin(name: "HTTPIDLPlugin", package: "AbstractHTTP")]),
        .target(name: "BareLibcurl"),
        .executableTarget(
            name: "Comparison",
            dependencies: [
                "BareLibcurl",
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPCurl", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPJSON", package: "AbstractHTTP"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
            ],
            // What runs the clients is to cost little: no hop from one of its functions to the next.
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        .executableTarget(
            name: "EventStreams",
            dependencies: [
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPCurl", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPStreams", package: "AbstractHTTP"),
            ]),
        .executableTarget(
            name: "FuzzIDL",
            dependencies: [
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
                .product(name: "HTTPIDLCompiler", package: "AbstractHTTP"),
            ]),
        .executableTarget(
            name: "HTTP2Redirects", dependencies: [.product(name: "AbstractHTTP", package: "AbstractHTTP")]),
    ],
    swiftLanguageModes: [.v6]
)
