import AbstractHTTP
import AbstractHTTPUserMessages
import Foundation
import TestSupport
import Testing

@Suite struct FailureMessageTests {
    private func message(
        _ type: ConnectionErrorType, _ languages: [String], _ bundle: Bundle = .main
    ) -> FailureMessage {
        let error = ConnectionError(type: type, request: Request(url: URL(filePath: "/")))
        return FailureMessage(of: error, languages: languages, bundle: bundle)
    }

    @Test(arguments: [
        (["en-GB"], "The request failed"), (["ja-JP"], "リクエストに失敗しました"), (["zh-Hans-CN"], "请求失败"),
        (["zh-CN"], "请求失败"), (["zh"], "请求失败"), (["zh_SG"], "请求失败"), (["zh-Hans-HK"], "请求失败"),
        (["zh-Hant-TW", "ja"], "リクエストに失敗しました"), (["zh-HK"], "The request failed"),
        (["de", "fr"], "The request failed"), ([], "The request failed"), (["", "-"], "The request failed"),
        (["de", "zh-Hans", "ja"], "请求失败"),
    ])
    func bestAvailableLanguageIsUsed(_ languages: [String], _ text: String) {
        #expect(message(.network, languages).description == text)
    }

    @Test(arguments: ["en", "ja", "zh-Hans"]) func everyErrorHasACompleteMessage(_ language: String) {
        var all: Set<String> = []
        for type in ConnectionErrorType.allCases {
            let message = message(type, [language])
            for text in [message.description, message.failureReason, message.recoverySuggestion] {
                #expect(!text.isEmpty && !text.hasPrefix("RFAPI."), "\(type)")
                all.insert(text)
            }
        }
        #expect(all.count == 17)
        #expect(language == "en" || all.allSatisfy { text in text.contains { !$0.isASCII } })
    }

    @Test func bundleTextsTakePrecedence() throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = folder.appending(path: "en.lproj/Localizable.strings")
        try FileManager.default.createDirectory(
            at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(#""RFAPI.Error.RequestFailed" = "Ours has failed"; "RFAPI.Error.TimeoutReason" = "";"#.utf8).write(
            to: table)
        let bundle = try #require(Bundle(url: folder))

        #expect(message(.timeout, ["ja"], bundle).description == "Ours has failed")
        #expect(message(.timeout, ["ja"], bundle).failureReason == "サーバーが時間内に応答しませんでした。")
    }
}
