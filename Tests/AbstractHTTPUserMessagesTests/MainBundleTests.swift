import Foundation
import TestSupport
import Testing

/// The texts of a program's own bundle, which are next to the program.
@Suite struct MainBundleTests {
    @Test func mainBundleTextsTakePrecedence() async throws {
        let folder = URL.temporaryDirectory.appending(path: "AbstractHTTPTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "en.lproj"), withIntermediateDirectories: true)
        try Data(#""RFAPI.Error.RequestFailed" = "Ours has failed";"#.utf8)
            .write(to: folder.appending(path: "en.lproj/Localizable.strings"))
        let tour = folder.appending(path: "tour")
        // Use a link. A process that another test starts could have a copy open for writing, which then cannot be run.
        do {
            try FileManager.default.linkItem(at: BuildFolder.url(of: "tour"), to: tour)
        } catch {
            try FileManager.default.copyItem(at: BuildFolder.url(of: "tour"), to: tour)
        }

        let outcome = try await Command.outcome(of: [tour.path, "definitions"])

        #expect(outcome.status == 0)
        #expect(outcome.output.contains("The language of this machine: Ours has failed"), "\(outcome.output)")
    }
}
