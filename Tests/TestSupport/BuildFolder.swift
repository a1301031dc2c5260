import Foundation

/// The folder in which the tests were built.
package enum BuildFolder {
    /// What was built is not there.
    struct Missing: Error {
        let path: String
    }

    /// Something in it: beside the executable that runs, or above.
    package static func url(of path: String) throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let url = folder.appending(path: path)
            if FileManager.default.fileExists(atPath: url.path) { return url }
        }
        throw Missing(path: path)
    }
}
