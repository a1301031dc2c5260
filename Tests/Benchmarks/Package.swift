// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "AbstractHTTP", path: "../..")],
    targets: [
        .executableTarget(
            name: "FormBodies", dependencies: [.product(name: "AbstractHTTP", package: "AbstractHTTP")]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "AbstractHTTP", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPEndpoints", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPServices", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPDefinitions", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
                .product(name: "HTTPIDLCompiler", package: "AbstractHTTP"),
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
