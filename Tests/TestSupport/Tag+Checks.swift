import Testing

/// The suites that CI runs once more. `Tests/Scripts/suites-with-tag` finds them.
extension Tag {
    /// CI runs the suite under the thread sanitizer, too.
    @Tag package static var threadSanitizer: Self
    /// CI runs the suite over libcurl, too.
    @Tag package static var libcurl: Self
}
