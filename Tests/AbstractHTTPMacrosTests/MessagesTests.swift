import Foundation
import TestSupport
import Testing

/// The messages of all misuses of the macros are in `Fixtures/Messages.txt`.
@Suite struct MessagesTests {
    @Test func messagesOfMacrosAreKnown() async throws {
        let answers = try await Plugin.answers(to: Misuse.all.map { try $0.message })

        let messages = try zip(Misuse.all, answers).flatMap { misuse, answer in
            let result = try JSONDecoder().decode(ExpansionAnswer.self, from: answer).expandMacroResult
            return result.diagnostics.map { (misuse.name, $0.text) }
        }

        try MessageSnapshot.check(messages, in: "Macros")
    }
}

extension ExpansionAnswer.Diagnostic {
    /// The message with its fixes and notes.
    fileprivate var text: String {
        (severity == "error" ? "" : "\(severity): ") + message + fixIts.map { " [fix: \($0.message)]" }.joined()
            + notes.map { " [note: \($0.message)]" }.joined()
    }
}
