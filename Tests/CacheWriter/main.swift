import AbstractHTTP
import AbstractHTTPCache
import Foundation

// Writes to the cache in a folder, as one of several processes.
//
// `CacheWriter <folder> variant <name> <count>` inserts its own variant of one key so many times. It fails if the store
// then has an older one.
// `CacheWriter <folder> forever <name>` writes, reads, and removes until it is killed or its parent process ends.
//
// It prints a line when it begins.
let arguments = CommandLine.arguments
guard arguments.count >= 4 else {
    FileHandle.standardError.write(Data("usage: CacheWriter <folder> variant|forever <name> [<count>]\n".utf8))
    exit(64)
}
try FileHandle.standardOutput.write(contentsOf: Data("begins\n".utf8))

// Any process may be late on a busy machine.
let store = try FolderCacheStore(folder: URL(filePath: arguments[1]), limit: 1 << 20, patience: 60_000)
let name = arguments[3]

func response(_ key: String, varying: [String: String], size: Int) -> CachedResponse {
    CachedResponse(
        url: key, statusCode: 200, headers: ["X": name], body: Data(repeating: name.utf8.first ?? 0, count: size),
        requestTime: Date(), responseTime: Date(), varying: varying)
}

switch arguments[2] {
case "variant":
    for number in 0..<(arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0) {
        try store.insert(response("shared", varying: ["accept": name], size: number), for: "shared")
        let own = store.responses(for: "shared").first { $0.varying["accept"] == name }
        guard own?.body.count == number else { exit(1) }
    }
default:
    let parent = getppid()
    while getppid() == parent {
        let key = "key \(Int.random(in: 0..<10))"
        switch Int.random(in: 0..<10) {
        case 0: try store.remove(key)
        case 1: try store.removeAll { $0.url == key }
        case 2...4: _ = store.responses(for: key)
        default:
            let varying = ["accept": "\(Int.random(in: 0..<3))"]
            try store.insert(response(key, varying: varying, size: Int.random(in: 0..<20_000)), for: key)
        }
    }
}
