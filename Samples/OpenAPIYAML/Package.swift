// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    Context.environment["ABSTRACTHTTP_STRICT"] != nil ? [.treatAllWarnings(as: .error)] : []

// Imports OpenAPI documents in YAML.
let package = Package(
    name: "OpenAPIYAML",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "OpenAPIYAML", targets: ["OpenAPIYAML"]),
        .executable(name: "yaml-to-json", targets: ["yaml-to-json"]),
    ],
    dependencies: [
        .package(name: "AbstractHTTP", path: "../.."),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.0"),
    ],
    targets: [
        .target(
            name: "OpenAPIYAML",
            dependencies: [
                .product(name: "OpenAPIImport", package: "AbstractHTTP"),
                .product(name: "Yams", package: "Yams"),
            ],
            swiftSettings: settings),
        .executableTarget(name: "yaml-to-json", dependencies: ["OpenAPIYAML"], swiftSettings: settings),
        .testTarget(name: "OpenAPIYAMLTests", dependencies: ["OpenAPIYAML"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
