import BareLibcurl
import Foundation

/// libcurl in C, one request after the other, on the thread that asks. No `async` face over libcurl can be quicker.
final class LibcurlClient: Client, @unchecked Sendable {
    private let bare: OpaquePointer

    init() throws {
        guard let bare = BareLibcurlMake() else { throw Unexpected("there is no libcurl") }
        self.bare = bare
    }

    deinit {
        BareLibcurlFree(bare)
    }

    func get(_ url: String) async throws -> Int { try await body(url).count }

    func songs(_ url: String) async throws -> [Song] {
        try JSONDecoder().decode([Song].self, from: try await body(url))
    }

    private func body(_ url: String) async throws -> Data {
        var body = Data(count: 1 << 17)
        let count = body.withUnsafeMutableBytes { BareLibcurlGet(bare, url, $0.baseAddress, $0.count) }
        guard (0...body.count).contains(count) else { throw Unexpected("libcurl failed, or the body is too large") }
        return body.prefix(count)
    }

    func download(_ url: String) async throws -> Int { BareLibcurlGet(bare, url, nil, 0) }

    func upload(_ file: URL, length: Int, to url: String) async throws {
        let status = BareLibcurlPut(bare, file.path, length, url)
        guard (200..<300).contains(status) else { throw Unexpected("\(status)") }
    }

    func end() async throws {}
}
