import Foundation

/// `swift run tour`: runs every section against a server that it starts itself, and fails when anything differs from
/// what the section announces. `swift run tour NAME …` runs some, `swift run tour --list` names them.
@main
@MainActor
struct Tour {
    static let sections: [any Section.Type] = [
        EventsSection.self, JSONSection.self, ClassSection.self, StreamSection.self,
        StreamEventsSection.self, PagesSection.self, RedirectsSection.self,
        UploadSection.self, DownloadSection.self, FaultsSection.self, TemplateSection.self, FormSection.self,
        MultipartSection.self, ResumeSection.self, RetrySection.self, TokenRefreshSection.self, SessionSection.self,
        CacheSection.self,
        NotFoundSection.self, PollingSection.self, IndicatorSection.self, CancelSection.self, FunctionsSection.self,
        IDLSection.self,
        ServicesSection.self, DefinitionsSection.self, ConnectorsSection.self,
    ]
    /// Run only when they are named.
    static let extras: [any Section.Type] = [DifferenceSection.self]

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments != ["--list"] else {
            for section in sections + extras { print(section.name, "-", section.summary) }
            return
        }
        let known = sections + extras
        let chosen = arguments.isEmpty ? sections : known.filter { arguments.contains($0.name) }
        let unknown = arguments.filter { argument in !known.contains { $0.name == argument } }
        guard unknown.isEmpty else {
            complain("no section is called \(unknown.joined(separator: ", ")); --list names them")
            exit(2)
        }
        var differences = 0
        for section in chosen { differences += await run(section) }
        print("\n\(chosen.count) sections, \(differences) differences")
        exit(differences == 0 ? 0 : 1)
    }

    private static func run(_ section: any Section.Type) async -> Int {
        let stage = Stage()
        print("\n== \(section.name): \(section.summary)")
        do {
            try await section.run(on: stage)
        } catch {
            stage.fail("the section threw: \(error)")
        }
        return stage.differences
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("tour: \(text)\n".utf8))
    }
}
