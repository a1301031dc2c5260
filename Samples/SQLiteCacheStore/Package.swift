// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] =
    Context.environment["ABSTRACTHTTP_STRICT"] != nil ? [.treatAllWarnings(as: .error)] : []

// A store for the cache in a database, with the rules for stores as its tests.
let package = Package(
    name: "SQLiteCacheStore",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [.library(name: "SQLiteCacheStore", targets: ["SQLiteCacheStore"])],
    dependencies: [
        .package(name: "AbstractHTTP", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "SQLiteCacheStore",
            dependencies: [
                .product(name: "AbstractHTTPCache", package: "AbstractHTTP"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SQLiteCacheStoreTests",
            dependencies: [
                "SQLiteCacheStore",
                .product(name: "AbstractHTTPTesting", package: "AbstractHTTP"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
