#if canImport(UniformTypeIdentifiers)
    import UniformTypeIdentifiers
#endif

extension MediaType {
    /// Creates the media type for a file extension without the dot. Unknown extensions give ``binary``.
    ///
    /// Common extensions give the same type on all platforms. For other extensions, the system is asked on Apple
    /// platforms.
    public init(fileExtension: String) {
        let fileExtension = fileExtension.lowercased()
        self = Self.byExtension[fileExtension] ?? Self.ofSystem(fileExtension) ?? .binary
    }

    private static func ofSystem(_ fileExtension: String) -> Self? {
        #if canImport(UniformTypeIdentifiers)
            UTType(filenameExtension: fileExtension)?.preferredMIMEType.map { Self($0) }
        #else
            nil
        #endif
    }

    /// The type of a file with this name.
    init(fileName: String) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        self.init(fileExtension: parts.count > 1 ? String(parts[parts.count - 1]) : "")
    }

    /// From the IANA registry and RFC 9239 (JavaScript).
    private static let byExtension: [String: Self] = [
        "7z": "application/x-7z-compressed", "aac": "audio/aac", "avif": "image/avif", "avi": "video/x-msvideo",
        "bin": "application/octet-stream", "bmp": "image/bmp", "bz2": "application/x-bzip2", "css": "text/css",
        "csv": "text/csv", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif", "gz": "application/gzip",
        "heic": "image/heic", "htm": "text/html", "html": "text/html", "ico": "image/vnd.microsoft.icon",
        "ics": "text/calendar", "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript",
        "json": "application/json", "m4a": "audio/mp4", "md": "text/markdown", "mjs": "text/javascript",
        "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
        "odt": "application/vnd.oasis.opendocument.text", "ogg": "audio/ogg", "otf": "font/otf",
        "pdf": "application/pdf", "plist": "application/x-plist", "png": "image/png",
        "ppt": "application/vnd.ms-powerpoint",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar", "tif": "image/tiff",
        "tiff": "image/tiff", "ttf": "font/ttf", "txt": "text/plain", "wasm": "application/wasm", "wav": "audio/wav",
        "webm": "video/webm", "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
        "xls": "application/vnd.ms-excel",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
