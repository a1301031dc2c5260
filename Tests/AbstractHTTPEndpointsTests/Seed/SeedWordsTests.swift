import Foundation
import TestSupport
import Testing

/// The parts of the seed that are valid Swift are written in `SeedTests` word for word.
@Suite struct SeedWordsTests {
    static let seed = "seeds/003_23397b14ef354001.txt"

    @Test(.enabled(if: SharedMaterial.has(seed), "the seed is missing"))
    func everySeedLineIsTestedExceptSketches() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SeedTests.swift")
        let here = try lines(of: String(contentsOf: file, encoding: .utf8))
        let seed = try SharedMaterial.text(Self.seed)

        let missing = swiftBlocks(of: seed).flatMap(lines).filter { !$0.isEmpty && !here.contains($0) }

        #expect(Set(missing).sorted() == Self.sketches.sorted())
    }

    /// The lines without the space around them and before a comment.
    private func lines(of text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").map { line in
                line.trimmingCharacters(in: .whitespaces).replacing(#/ +///#, with: " //")
            })
    }

    private func swiftBlocks(of text: String) -> [String] {
        text.components(separatedBy: "```swift").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// Lines that are not Swift by themselves (a comment or dots in place of a value, a declaration without a body), or
    /// that Swift has changed since (`try`, `static`).
    private static let sketches: [String] = [
        #"..."#,
        #".package(url: "https://github.com/wlgemini/FunctionalRequest.git", .upToNextMajor(from: "5.2.0"))"#,
        #"APIs.login.request(account) { /* data */ }"#,
        #"Bases.base0 = // new base url"#,
        #"Configuration.DataRequest.base = ... // 基地址"#,
        #"Configuration.DataRequest.base = // base url"#,
        #"Configuration.DataRequest.base = // new base url"#,
        #"Configuration.DataRequest.base = // old base url"#,
        #"Configuration.DataRequest.headers = ... // 请求头"#,
        #"Configuration.DataRequest.timeoutInterval = ... // 请求超时时间"#,
        #"Configuration.eventMonitors = ... // 网络事件监控"#,
        #"completion: @escaping (AFDataResponse<Any>) -> Void) where Input == JSON, Output == JSON"#,
        #"completion: @escaping (AFDataResponse<Any>) -> Void) where Input: Encodable, Output == JSON"#,
        #"completion: @escaping (AFDataResponse<Data>) -> Void) where Input == JSON, Output == Data"#,
        #"completion: @escaping (AFDataResponse<Data>) -> Void) where Input: Encodable, Output == Data"#,
        #"completion: @escaping (AFDataResponse<Output>) -> Void) where Input == JSON, Output: Decodable"#,
        #"completion: @escaping (AFDataResponse<Output>) -> Void) where Input: Encodable, Output: Decodable"#,
        #"dependencies: ["#,
        #"enum JSON // 用于表示：Input/Output可能是JSON类型，也就是一个Any。"#,
        #"enum None // 用于表示：Input/Output为空，也就是网络请求不需要参数，或者不关心返回值。"#,
        #"func request() where Input == None, Output == None"#,
        #"func request(_ params: Input) where Input: Encodable, Output == None"#,
        #"func request(_ params: Input,"#,
        #"func request(_ params: [String: Any]) where Input == JSON, Output == None"#,
        #"func request(_ params: [String: Any],"#,
        #"func request(completion: @escaping (AFDataResponse<Any>) -> Void) where Input == None, Output == JSON"#,
        #"func request(completion: @escaping (AFDataResponse<Data>) -> Void) where Input == None, Output == Data"#,
        #"func request(completion: @escaping (AFDataResponse<Output>) -> Void) where Input == None, Output: Decodable"#,
        #"let base0 = "https://www.xxx.com/""#,
        #"let base0 = // old base url"#,
        #"let base1 = "https://www.yyy.com/""#,
        #"let friends = await friends(page)"#,
        #"let monitor0: ClosureEventMonitor = /* init ClosureEventMonitor */"#,
        #"let monitor1: ClosureEventMonitor = /* init ClosureEventMonitor */"#,
        #"let monitor2: ClosureEventMonitor = /* init ClosureEventMonitor */"#,
        #"let userInfo = await login(account)"#,
        #"login.request(account) { /* ... */ }"#,
        #"struct DELETE<Input, Output>"#,
        #"struct GET<Input, Output>"#,
        #"struct PATCH<Input, Output>"#,
        #"struct POST<Input, Output>"#,
        #"struct PUT<Input, Output>"#,
    ]
}
