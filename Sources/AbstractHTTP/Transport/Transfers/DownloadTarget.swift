import Foundation

/// Where a download goes.
enum DownloadTarget: Sendable {
    /// To this file, replacing an existing one.
    case file(URL)
    /// Into this folder, under the name that the server gives. Existing files stay.
    case folder(URL)

    /// The folder of the complete file.
    private var folder: URL {
        switch self {
        case .file(let url): url.deletingLastPathComponent()
        case .folder(let url): url
        }
    }

    /// Throws ``DownloadError/missingFolder(path:)``, so that nothing is asked for that cannot be stored.
    func checkFolder() throws(DownloadError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
        guard exists, isFolder.boolValue else { throw .missingFolder(path: folder.path) }
    }

    /// The URL of the partial file, next to the target. In a folder, the fingerprint of the request names it.
    func partURL(for fingerprint: String) -> URL {
        switch self {
        case .file(let url): folder.appending(component: Self.partName(for: url.lastPathComponent))
        case .folder: folder.appending(component: Self.partName(for: fingerprint))
        }
    }

    /// A hidden name, which no server can give to a file. It contains `name`, or its hash if `name` is too long.
    private static func partName(for name: String) -> String {
        let hasRoom = name.utf8.count + "..part.json".utf8.count <= String.bytesOfFileName
        return ".\(hasRoom ? name : name.fnv1aHash).part"
    }

    /// The permissions of the complete file: those of the file that it replaces, or those of any new file.
    var mode: mode_t? {
        switch self {
        case .file(let url): PrivateFile.mode(at: url.path) ?? PrivateFile.publicMode(in: folder)
        case .folder: PrivateFile.publicMode(in: folder)
        }
    }

    /// Moves the complete file into place and returns its URL. Throws a `POSIXError` or a `CocoaError`.
    func place(_ part: URL, _ response: ResponseStream) throws -> URL {
        switch self {
        case .file(let url):
            try part.replace(url)
            return url
        case .folder(let folder):
            return try part.move(into: folder, named: response.fileName)
        }
    }
}

extension ResponseStream {
    /// The name of the file from the Content-Disposition, from the URL, or `download`. It never leads out of a folder.
    fileprivate var fileName: String {
        let told = headers["Content-Disposition"].flatMap { ContentDisposition($0).safeFileName }
        return told ?? url?.path(percentEncoded: false).safeFileName ?? "download"
    }
}

extension URL {
    /// Moves the file to `name` in `folder`, or to `name 2`, `name 3`, … if the name is taken.
    fileprivate func move(into folder: URL, named name: String) throws -> URL {
        // A safe name contains no slash. This is the last place where one would matter.
        guard !name.utf8.contains(UInt8(ascii: "/")) else { throw POSIXError(.EINVAL) }
        for number in 1...10_000 {
            let target = folder.appending(component: name.numbered(number))
            if try move(toFree: target) { return target }
        }
        throw POSIXError(.EEXIST)
    }
}

extension String {
    /// `name 2.txt` for `name.txt`, or the name itself for 1.
    fileprivate func numbered(_ number: Int) -> String {
        guard number > 1 else { return self }
        let short = cut(toBytes: Self.bytesOfFileName - " \(number)".utf8.count)
        guard let dot = short.lastIndex(of: "."), dot != short.startIndex else { return "\(short) \(number)" }
        return "\(short[..<dot]) \(number)\(short[dot...])"
    }
}
