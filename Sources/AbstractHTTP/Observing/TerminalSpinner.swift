import Foundation

/// A spinner on the standard error of a command-line tool, with the percentage if it is known. It writes nothing if
/// standard error is not a terminal.
///
/// ```swift
/// let spinner = TerminalSpinner("loading")
/// indicator.bind(spinner)
/// ```
@MainActor
public final class TerminalSpinner {
    private let label: String
    private let clock: any Clock<Duration>
    private let write: (String) -> Void
    private var spinning: Task<Void, Never>?
    private var progress: Double?
    private static let frames = ["|", "/", "-", "\\"]

    /// Creates a spinner that is not visible yet.
    ///
    /// - Parameters:
    ///   - label: The text after the spinner.
    ///   - clock: The clock that measures the tenth of a second between two frames.
    ///   - write: Receives the output. Default: writes to standard error if it is a terminal.
    public init(
        _ label: String = "", clock: any Clock<Duration> = ContinuousClock(), write: ((String) -> Void)? = nil
    ) {
        self.label = label
        self.clock = clock
        self.write = write ?? Self.standardError
    }

    private static func standardError(_ text: String) {
        guard isatty(FileHandle.standardError.fileDescriptor) == 1 else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }

    private func spin() async {
        var frame = 0
        while !Task.isCancelled {
            let percentage = progress.map { " \(Int($0 * 100)) %" } ?? ""
            write("\r\u{1B}[K\(Self.frames[frame]) \(label)\(percentage)")
            frame = (frame + 1) % Self.frames.count
            guard (try? await clock.sleep(for: .milliseconds(100))) != nil else { return }
        }
    }
}

extension TerminalSpinner: ConnectionControl {
    /// Shows the spinner, or clears its line.
    public func update(_ state: IndicatorState) {
        progress = state.progress
        if state.isActive, spinning == nil {
            spinning = Task { [weak self] in await self?.spin() }
        } else if !state.isActive, let task = spinning {
            task.cancel()
            spinning = nil
            write("\r\u{1B}[K")
        }
    }
}
