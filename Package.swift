// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
if Context.environment["ABSTRACTHTTP_STRICT"] != nil { settings.append(.treatAllWarnings(as: .error)) }

/// Readers of JSON borrow the bytes, and the compiler makes sure that no reader outlives them.
let lifetimes = SwiftSetting.enableExperimentalFeature("Lifetimes")

let package = Package(
    name: "AbstractHTTP",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "AbstractHTTP", targets: ["AbstractHTTP"]),
        .library(name: "AbstractHTTPEndpoints", targets: ["AbstractHTTPEndpoints"]),
        .library(name: "AbstractHTTPIDL", targets: ["AbstractHTTPIDL"]),
        .library(name: "HTTPIDLCompatibility", targets: ["HTTPIDLCompatibility"]),
        .library(name: "AbstractHTTPServices", targets: ["AbstractHTTPServices"]),
        .library(name: "AbstractHTTPDefinitions", targets: ["AbstractHTTPDefinitions"]),
        .library(name: "AbstractHTTPUserMessages", targets: ["AbstractHTTPUserMessages"]),
        .library(name: "RFAPICompatibility", targets: ["RFAPICompatibility"]),
        .library(name: "AbstractHTTPCurl", targets: ["AbstractHTTPCurl"]),
        .library(name: "AbstractHTTPCookies", targets: ["AbstractHTTPCookies"]),
        .library(name: "AbstractHTTPCache", targets: ["AbstractHTTPCache"]),
        .library(name: "AbstractHTTPStreams", targets: ["AbstractHTTPStreams"]),
        .library(name: "AbstractHTTPPagination", targets: ["AbstractHTTPPagination"]),
        .library(name: "AbstractHTTPJSON", targets: ["AbstractHTTPJSON"]),
        .library(name: "AbstractHTTPAuthentication", targets: ["AbstractHTTPAuthentication"]),
        .library(name: "HTTPIDLCompiler", targets: ["HTTPIDLCompiler"]),
        .library(name: "OpenAPIImport", targets: ["OpenAPIImport"]),
        .executable(name: "httpidl", targets: ["httpidl"]),
        .plugin(name: "HTTPIDLPlugin", targets: ["HTTPIDLPlugin"]),
        .library(name: "AbstractHTTPTesting", targets: ["AbstractHTTPTesting"]),
        .executable(name: "tour", targets: ["tour"]),
    ],
    targets: [
        .target(name: "AbstractHTTP", swiftSettings: settings),
        .target(name: "AbstractHTTPCache", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(name: "AbstractHTTPStreams", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(name: "AbstractHTTPPagination", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(
            name: "AbstractHTTPEndpoints", dependencies: ["AbstractHTTP", "AbstractHTTPPagination"],
            swiftSettings: settings),
        .target(
            name: "AbstractHTTPIDL",
            dependencies: ["AbstractHTTP", "AbstractHTTPJSON", "AbstractHTTPPagination", "AbstractHTTPStreams"],
            swiftSettings: settings),
        .target(name: "HTTPIDLCompatibility", dependencies: ["AbstractHTTPIDL"], swiftSettings: settings),
        .target(name: "HTTPIDLCompiler", swiftSettings: settings),
        .target(
            name: "OpenAPIImport", dependencies: ["HTTPIDLCompiler", "JSONBytes"], swiftSettings: settings),
        .executableTarget(
            name: "httpidl", dependencies: ["HTTPIDLCompiler", "JSONBytes", "OpenAPIImport"], swiftSettings: settings),
        .plugin(name: "HTTPIDLPlugin", capability: .buildTool(), dependencies: ["httpidl"]),
        .macro(name: "AbstractHTTPMacros", swiftSettings: settings),
        .target(
            name: "AbstractHTTPServices", dependencies: ["AbstractHTTP", "AbstractHTTPMacros"],
            swiftSettings: settings),
        .target(name: "AbstractHTTPUserMessages", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(
            name: "AbstractHTTPDefinitions",
            dependencies: ["AbstractHTTP", "AbstractHTTPCache", "AbstractHTTPPagination", "AbstractHTTPUserMessages"],
            swiftSettings: settings),
        .target(
            name: "RFAPICompatibility", dependencies: ["AbstractHTTPDefinitions", "AbstractHTTPUserMessages"],
            swiftSettings: settings),
        .target(name: "JSONBytes", swiftSettings: settings + [lifetimes]),
        .target(
            name: "AbstractHTTPJSON", dependencies: ["AbstractHTTP", "AbstractHTTPMacros", "JSONBytes"],
            swiftSettings: settings + [lifetimes]),
        .target(name: "AbstractHTTPLibcurl"),
        .target(
            name: "AbstractHTTPCurl", dependencies: ["AbstractHTTP", "AbstractHTTPLibcurl"], swiftSettings: settings),
        .target(name: "AbstractHTTPCookies", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(name: "AbstractHTTPAuthentication", dependencies: ["AbstractHTTP"], swiftSettings: settings),
        .target(
            name: "AbstractHTTPTesting", dependencies: ["AbstractHTTP", "AbstractHTTPCache"], swiftSettings: settings),
        .executableTarget(
            name: "tour",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPEndpoints", "AbstractHTTPIDL", "AbstractHTTPServices",
                "AbstractHTTPDefinitions", "AbstractHTTPAuthentication", "AbstractHTTPCache", "AbstractHTTPCookies",
                "AbstractHTTPCurl", "AbstractHTTPJSON", "AbstractHTTPPagination", "AbstractHTTPStreams",
                "AbstractHTTPTesting", "AbstractHTTPUserMessages", "OpenAPIImport",
            ],
            path: "Samples/Tour", exclude: ["API/concerts.json"], swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
        .target(
            name: "TestSupport", dependencies: ["AbstractHTTP", "AbstractHTTPCurl", "AbstractHTTPTesting"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPTests", dependencies: ["AbstractHTTP", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPJSONTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPDefinitions", "AbstractHTTPEndpoints", "AbstractHTTPJSON",
                "AbstractHTTPPagination", "AbstractHTTPServices", "AbstractHTTPStreams", "AbstractHTTPTesting",
                "JSONBytes", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPCookiesTests",
            dependencies: ["AbstractHTTP", "AbstractHTTPCookies", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPStreamsTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPStreams", "AbstractHTTPCurl", "AbstractHTTPEndpoints",
                "AbstractHTTPServices", "AbstractHTTPDefinitions", "AbstractHTTPTesting", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPPaginationTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPPagination", "AbstractHTTPEndpoints", "AbstractHTTPServices",
                "AbstractHTTPTesting", "TestSupport",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "CookbookServer",
            dependencies: ["AbstractHTTP", "AbstractHTTPAuthentication", "AbstractHTTPTesting"],
            path: "Tests/CookbookServer", swiftSettings: settings),
        .executableTarget(
            name: "DocServer", dependencies: ["AbstractHTTP", "AbstractHTTPTesting"], path: "Tests/DocServer",
            swiftSettings: settings),
        .executableTarget(
            name: "CacheWriter", dependencies: ["AbstractHTTPCache"], path: "Tests/CacheWriter",
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPCacheTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPCache", "AbstractHTTPCookies", "AbstractHTTPDefinitions",
                "AbstractHTTPTesting", "CacheWriter", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPAuthenticationTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPAuthentication", "AbstractHTTPCookies", "AbstractHTTPTesting",
                "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPEndpointsTests",
            dependencies: ["AbstractHTTP", "AbstractHTTPEndpoints", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPIDLTests",
            dependencies: [
                "AbstractHTTPIDL", "AbstractHTTPPagination", "AbstractHTTPStreams", "HTTPIDLCompatibility",
                "AbstractHTTPTesting", "TestSupport",
            ],
            swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
        .testTarget(
            name: "AbstractHTTPIDLStrictTests",
            dependencies: ["AbstractHTTPIDL", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
        .testTarget(
            name: "AbstractHTTPIDLClientTests",
            dependencies: ["AbstractHTTPIDL", "AbstractHTTPPagination", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
        .testTarget(
            name: "HTTPIDLCompilerTests", dependencies: ["HTTPIDLCompiler", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "OpenAPIPageTests",
            dependencies: ["AbstractHTTPIDL", "AbstractHTTPTesting", "OpenAPIImport", "TestSupport"],
            swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
        .testTarget(
            name: "OpenAPIImportTests",
            dependencies: ["AbstractHTTPTesting", "HTTPIDLCompiler", "OpenAPIImport", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPServicesTests",
            dependencies: ["AbstractHTTPServices", "AbstractHTTPTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPAuthentication", "AbstractHTTPCache", "AbstractHTTPCookies",
                "AbstractHTTPCurl", "AbstractHTTPDefinitions", "AbstractHTTPEndpoints", "AbstractHTTPJSON",
                "AbstractHTTPPagination", "AbstractHTTPServices", "AbstractHTTPStreams", "AbstractHTTPTesting",
                "HTTPIDLCompatibility", "HTTPIDLCompiler", "RFAPICompatibility", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPMacrosTests", dependencies: ["AbstractHTTPJSON", "AbstractHTTPServices", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPDefinitionsTests",
            dependencies: [
                "RFAPICompatibility", "AbstractHTTPPagination", "AbstractHTTPStreams", "AbstractHTTPTesting",
                "AbstractHTTPUserMessages", "TestSupport",
            ], swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPUserMessagesTests",
            dependencies: ["AbstractHTTP", "AbstractHTTPUserMessages", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPCurlTests",
            dependencies: [
                "AbstractHTTPAuthentication", "AbstractHTTPCurl", "AbstractHTTPLibcurl", "AbstractHTTPCache",
                "AbstractHTTPCookies", "AbstractHTTPPagination", "AbstractHTTPTesting", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "AbstractHTTPTestingTests", dependencies: ["AbstractHTTP", "AbstractHTTPTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "AbstractHTTP", "AbstractHTTPEndpoints", "AbstractHTTPIDL", "AbstractHTTPServices",
                "AbstractHTTPDefinitions", "RFAPICompatibility", "AbstractHTTPAuthentication", "AbstractHTTPCache",
                "AbstractHTTPCookies", "AbstractHTTPCurl", "AbstractHTTPJSON", "AbstractHTTPStreams",
                "AbstractHTTPPagination",
                "AbstractHTTPUserMessages", "HTTPIDLCompatibility", "HTTPIDLCompiler", "AbstractHTTPTesting",
                "OpenAPIImport", "TestSupport",
            ], swiftSettings: settings, plugins: ["HTTPIDLPlugin"]),
    ],
    swiftLanguageModes: [.v6]
)
