import AbstractHTTP
import Foundation
import TestSupport
import Testing

/// Mistakes of a first day. Each message says what is wrong, where, and what to do.
@Suite(.timeLimit(.minutes(5))) struct MistakeTests {
    @Test(arguments: Mistake.all) func messageSaysWhatIsWrongWhereAndWhatToDo(_ mistake: Mistake) async throws {
        let message = try await mistake.message()

        for part in [mistake.fault, mistake.place, mistake.remedy] { #expect(message.contains(part), "\(message)") }
    }

    @Test func atLeastFortyMistakesAreKnown() {
        #expect(Mistake.all.count >= 40)
        #expect(Set(Mistake.all.map { $0.testDescription }).count == Mistake.all.count)
    }
}

/// A mistake, and the parts of its message.
struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: String
    let place: String
    let remedy: String
    let message: @Sendable () async throws -> String

    init(
        _ title: String, says fault: String, at place: String, advises remedy: String,
        _ message: @escaping @Sendable () async throws -> String
    ) {
        testDescription = title
        (self.fault, self.place, self.remedy, self.message) = (fault, place, remedy, message)
    }

    static let all = sources + requests + responses + network + policies

    /// The description of the error that `body` throws.
    static func failing(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    /// The errors of the compiler about a file that imports `module`.
    static func compiling(_ source: String, importing module: String = "AbstractHTTP") async throws -> String {
        let folder = URL.temporaryDirectory.appending(path: "IntegrationTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Source.swift")
        try "import \(module)\nimport Foundation\n\(source)\n".write(to: file, atomically: true, encoding: .utf8)
        let errors = try await Compiler.errors(in: file, importing: module)
        return errors.map { "Source.swift:\($0.line): \($0.text)" }.joined(separator: "\n")
    }
}
