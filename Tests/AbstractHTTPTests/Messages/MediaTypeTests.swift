import AbstractHTTP
import Testing

/// The type of a file by its name.
@Suite struct MediaTypeTests {
    /// The types do not depend on the system. Apple's tables contain `application/x-javascript` and `text/xml`.
    @Test(arguments: [
        ("json", "application/json"), ("JPG", "image/jpeg"), ("js", "text/javascript"), ("xml", "application/xml"),
        ("yaml", "application/yaml"), ("md", "text/markdown"), ("woff2", "font/woff2"), ("gz", "application/gzip"),
    ])
    func anExtensionHasTheTypeOfTheRegistry(fileExtension: String, type: String) {
        #expect(MediaType(fileExtension: fileExtension).rawValue == type)
    }

    @Test(arguments: ["", "no-such-extension", ".json"]) func unknownExtensionsAreBinary(fileExtension: String) {
        #expect(MediaType(fileExtension: fileExtension) == .binary)
    }
}
