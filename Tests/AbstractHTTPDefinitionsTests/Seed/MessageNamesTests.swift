import Foundation
import RFAPICompatibility
import Testing

/// The messages for the user come with the names of RFAPI, without another import.
@Suite struct MessageNamesTests {
    @Test @MainActor func messagesNeedNoOtherImport() {
        let messages = LoadMessages(delay: .zero)
        let api = RFAPI(cache: HTTPCache(), messages: messages)
        let error = ConnectionError(type: .timeout, request: Request(url: URL(filePath: "/")))

        #expect(api.messages === messages && messages.current == [LoadMessage]())
        #expect(FailureMessage(of: error, languages: ["en"]).description == "The request failed")
    }
}
