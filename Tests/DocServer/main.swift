import AbstractHTTP
import AbstractHTTPTesting
import Foundation

// Serves the files of a folder on 127.0.0.1 until its standard input ends: `DocServer <folder>`.
//
// It prints its URL when it is ready. A path that is a folder gets the file index.html in it.
guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: DocServer <folder>\n".utf8))
    exit(64)
}
struct Site: Sendable {
    let root: URL

    func response(to request: LoopbackRequest) -> LoopbackResponse {
        guard let file = file(at: request.path), let data = try? Data(contentsOf: file) else {
            return LoopbackResponse(statusCode: 404)
        }
        let type = MediaType(fileExtension: file.pathExtension)
        return LoopbackResponse(headers: ["Content-Type": type.rawValue, "Cache-Control": "no-store"], data: data)
    }

    /// Returns the file of a path in a URL, or nil if there is none in the folder.
    private func file(at path: String) -> URL? {
        guard let path = path.removingPercentEncoding else { return nil }
        let file = root.appending(path: path.drop { $0 == "/" }).standardizedFileURL
        var isFolder: ObjCBool = false
        guard file.path.hasPrefix(root.path), FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
        else { return nil }
        return isFolder.boolValue ? file.appending(path: "index.html") : file
    }
}

let site = Site(root: URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory).standardizedFileURL)
let server = try LoopbackServer { request in site.response(to: request) }
try FileHandle.standardOutput.write(contentsOf: Data("\(server.url)/documentation/guide\n".utf8))
while readLine() != nil {}
server.stop()
