import AbstractHTTP
import Foundation
import Testing

/// A place where a secret could appear, and what is printed there.
struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let texts: @Sendable () async throws -> [String]

    private struct Holder<Value> {
        let member: Value
    }

    /// Everything that Swift can print about a value: by interpolation, in a debugger, with `dump`, in an array, in an
    /// optional, and as a member.
    init<Value>(_ name: String, _ value: @escaping @Sendable () async throws -> Value) {
        testDescription = name
        texts = { Self.texts(of: try await value()) }
    }

    /// Several values.
    init(values name: String, _ values: @escaping @Sendable () async throws -> [Any]) {
        testDescription = name
        texts = { try await values().flatMap { Self.texts(of: $0) } }
    }

    /// Lines that are written somewhere.
    init(lines name: String, _ lines: @escaping @Sendable () async throws -> [String]) {
        (testDescription, texts) = (name, lines)
    }

    private static func texts<Value>(of value: Value) -> [String] {
        let (optional, holder) = (Optional(value), Holder(member: value))
        let texts = ["\(value)", "\([value])", String(describing: optional), "\(holder)", String(reflecting: value)]
        return texts + [dumped(value), dumped([value]), dumped(optional as Any), dumped(holder)]
    }

    private static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    /// Expects that no text shows the secret as it is, in Base64, in hexadecimal, or as the bytes that a dump of
    /// `[UInt8]` shows.
    func check(hiding secret: String) async throws {
        let forms = [
            secret, Data(secret.utf8).base64EncodedString(), Data("ada:\(secret)".utf8).base64EncodedString(),
            secret.utf8.hexadecimal, secret.utf8.map { "- \($0)" }.joined(separator: "\n"),
        ]
        let texts = try await texts()
        #expect(texts.contains { !$0.isEmpty }, "the place shows nothing at all")
        for text in texts {
            // A dump indents each line by its depth.
            let plain = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
            for form in forms where plain.contains(form) {
                Issue.record("\(testDescription) shows \(form): \(text.prefix(2_000))")
                return
            }
        }
    }
}
