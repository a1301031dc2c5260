// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    Context.environment["ABSTRACTHTTP_STRICT"] != nil ? [.treatAllWarnings(as: .error)] : []

// A program whose endpoints stand in `Friends.http`: the plugin makes Swift of that file whenever the program is built.
let package = Package(
    name: "Friends",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "AbstractHTTP", path: "../..")],
    targets: [
        .executableTarget(
            name: "Friends",
            dependencies: [
                .product(name: "AbstractHTTPIDL", package: "AbstractHTTP"),
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
            ],
            swiftSettings: settings,
            plugins: [.plugin(name: "HTTPIDLPlugin", package: "AbstractHTTP")])
    ],
    swiftLanguageModes: [.v6]
)
