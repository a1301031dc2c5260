import Foundation
import Testing

/// The messages that users read, in `Tests/Fixtures/Messages.txt`, so that a review shows each change of their words.
///
/// Each section of the file has the messages of one test. A line is the place of a message, and the message.
package struct MessageSnapshot {
    /// The environment variable with which the tests rewrite their sections instead of comparing them.
    package static let updating = "ABSTRACTHTTP_UPDATE_MESSAGES"

    private static let lock = NSLock()
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/Messages.txt").standardizedFileURL
    private static let head = """
        # What users read if something is wrong. Each line is a place and a message. The tests named MessagesTests compare
        # this file, and rewrite it with \(updating)=1.
        """

    /// The lines of each section, by its title.
    private var sections: [String: [String]] = [:]

    private init(_ text: String) {
        for section in text.components(separatedBy: "\n## ").dropFirst() {
            let lines = section.split(separator: "\n").map(String.init)
            sections[lines.first ?? ""] = Array(lines.dropFirst())
        }
    }

    private var text: String {
        sections.sorted { $0.key < $1.key }.reduce(Self.head + "\n") { text, section in
            text + "\n## \(section.key)\n\n" + section.value.joined(separator: "\n") + "\n"
        }
    }

    /// Records an issue with all differences if `messages` are not those of the section.
    package static func check(
        _ messages: [(place: String, message: String)], in section: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let lines = messages.map { "\($0.place): \($0.message)".replacing("\n", with: #"\n"#) }.sorted()
        let known = try lock.withLock {
            var snapshot = Self((try? String(contentsOf: file, encoding: .utf8)) ?? "")
            guard ProcessInfo.processInfo.environment[updating] != nil else { return snapshot.sections[section] ?? [] }
            snapshot.sections[section] = lines
            try snapshot.text.write(to: file, atomically: true, encoding: .utf8)
            return lines
        }
        let (removed, added) = (known.filter { !lines.contains($0) }, lines.filter { !known.contains($0) })
        guard !removed.isEmpty || !added.isEmpty else { return }
        let differences = (removed.map { "- \($0)" } + added.map { "+ \($0)" }).sorted {
            $0.dropFirst() < $1.dropFirst()
        }
        let comment = """
            Messages of "\(section)" have changed. If this is intended, run the test with \(updating)=1, and review the \
            changes of Tests/Fixtures/Messages.txt:
            \(differences.joined(separator: "\n"))
            """
        Issue.record(Comment(rawValue: comment), sourceLocation: location)
    }

    /// The cases of an enumeration in a source file that no sample has, so that its section is complete.
    package static func cases(
        of name: String, in path: String, without samples: some Sequence<String>
    ) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let body = source.components(separatedBy: "enum \(name)").dropFirst().first?.components(separatedBy: "\n}")
            .first
        let cases = (body ?? "").matches(of: /\n {4,8}case (\w+)/).map { String($0.1) }
        return cases.isEmpty ? ["no case of \(name) was found"] : cases.filter { !Set(samples).contains($0) }
    }
}
