import Foundation
import HTTPIDLCompiler
import TestSupport
import Testing

/// The messages about `.http` files, and those of the command, are in `Fixtures/Messages.txt`.
@Suite struct MessagesTests {
    @Test func messagesOfFilesAreKnown() throws {
        let malformed = try MalformedTests.all().flatMap { malformed in
            malformed.complaints.map { (malformed.topic, String($0.split(separator: ": ", maxSplits: 1).last ?? "")) }
        }
        let warnings = WarningTests.mistakes.map {
            ("warning", String($0.warning.split(separator: ": ", maxSplits: 1).last ?? ""))
        }

        try MessageSnapshot.check(Self.oneOfEachForm(malformed + warnings), in: "httpidl, files")
    }

    @Test func messagesOfTheCommandAreKnown() async throws {
        let httpidl = try BuildFolder.url(of: "httpidl").path
        var messages: [(place: String, message: String)] = []
        for words in Self.misuses {
            let outcome = try await Command.outcome(of: [httpidl] + words.split(separator: " ").map(String.init))
            messages.append((words, String(outcome.errors.prefix { $0 != "\n" })))
        }

        try MessageSnapshot.check(messages, in: "httpidl, command")
    }

    private static let misuses = [
        "", "-x", "--chek", "-d", "a.http", "-f a.http", "-d /nowhere --check", "-f /nowhere/a.http --check",
        "--access open -d . --check", "--settings /nowhere/httpidl.json -d . --check",
    ]

    /// The first message of each form. Messages of one form differ only in their names.
    private static func oneOfEachForm(
        _ messages: [(place: String, message: String)]
    ) -> [(place: String, message: String)] {
        var forms: Set<String> = []
        return messages.filter { forms.insert($0.message.replacing(/`[^`]*`|[0-9:]+/, with: "")).inserted }
    }
}
