import Foundation

/// Shows the features of the framework against a server in the same process, and checks each result.
@main
@MainActor
struct Tour {
    /// The sections of `swift run tour`.
    static let overview: [any Section.Type] = [
        FunctionsSection.self, ClassSection.self, EventsSection.self, RetrySection.self, TokenRefreshSection.self,
        UploadSection.self, StreamEventsSection.self, CacheSection.self,
    ]
    /// The other sections of `swift run tour --all`.
    static let details: [any Section.Type] = [
        JSONSection.self, TemplateSection.self, ParametersSection.self, FormSection.self, MultipartSection.self,
        StreamSection.self,
        DownloadSection.self, ResumeSection.self, PagesSection.self, RedirectsSection.self, FaultsSection.self,
        CancelSection.self, NotFoundSection.self, PollingSection.self, IndicatorSection.self, SessionSection.self,
        IDLSection.self, OpenAPISection.self, ServicesSection.self, DefinitionsSection.self, ConnectorsSection.self,
    ]
    /// Sections that run only by name.
    static let extras: [any Section.Type] = [DifferenceSection.self]

    private static let terminal = Terminal()

    private static let usage = """
        usage: swift run tour               an overview
               swift run tour NAME …        these sections
               swift run tour --all         all sections
               swift run tour --list        the names of the sections
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let known = overview + details + extras
        switch arguments {
        case []:
            await finish(overview)
        case ["--all"]:
            await finish(overview + details)
        case ["--list"]:
            for section in known { print(section.name, "-", section.summary) }
        case ["--help"]:
            print(usage)
        default:
            let unknown = arguments.filter { argument in !known.contains { $0.name == argument } }
            guard unknown.isEmpty else { refuse(unknown) }
            await finish(known.filter { arguments.contains($0.name) })
        }
    }

    private static func finish(_ sections: [any Section.Type]) async {
        var differences = 0
        for section in sections { differences += await run(section) }
        print("\n\(sections.count) of \((overview + details).count) sections. ", terminator: "")
        guard differences == 0 else {
            print(terminal.styled("Results that differ from what was expected: \(differences)", .red))
            exit(1)
        }
        print("Every result is as expected.")
        if sections.count < (overview + details).count { print("\n\(usage)") }
    }

    private static func run(_ section: any Section.Type) async -> Int {
        let stage = Stage(terminal)
        print("\n" + terminal.styled("\(section.summary) (\(section.name))", .bold))
        do {
            try await section.run(on: stage)
        } catch {
            stage.fail("the section threw an error: \(error)")
        }
        return stage.differences
    }

    private static func refuse(_ names: [String]) -> Never {
        let text = "tour: there is no section \(names.joined(separator: ", "))\n\(usage)\n"
        FileHandle.standardError.write(Data(text.utf8))
        exit(2)
    }
}
