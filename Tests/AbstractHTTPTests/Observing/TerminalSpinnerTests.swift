import AbstractHTTP
import AbstractHTTPTesting
import TestSupport
import Testing

@MainActor
@Suite(.tags(.threadSanitizer), .timeLimit(.minutes(5))) struct TerminalSpinnerTests {
    let clock = ManualClock()
    let lines = LockedValue<[String]>([])

    @Test func itTurnsTenTimesASecondAndClearsItsLine() async {
        let spinner = makeSpinner()

        spinner.update(state(isActive: true))
        for count in 1...4 {
            await clock.waitForSleepers()
            #expect(clock.remainingSleeps == [.milliseconds(100)])
            #expect(written.count == count)
            clock.advance(by: .milliseconds(100))
        }
        await clock.waitForSleepers()
        spinner.update(state(isActive: false))

        let frames = ["|", "/", "-", "\\", "|"].map { "\r\u{1B}[K\($0) loading" }
        #expect(written == frames + ["\r\u{1B}[K"])
        await until { clock.remainingSleeps.isEmpty }
        #expect(written.count == 6)
    }

    @Test func itShowsThePercentage() async {
        let spinner = makeSpinner()

        spinner.update(state(isActive: true, progress: 0.426))
        await clock.waitForSleepers()
        spinner.update(state(isActive: false))

        #expect(written.first == "\r\u{1B}[K| loading 42 %")
    }

    @Test func inactiveSpinnerWritesNothing() {
        let spinner = makeSpinner()

        spinner.update(state(isActive: false))

        #expect(written.isEmpty)
    }

    @Test func itFollowsAnIndicator() async {
        let spinner = makeSpinner()
        let indicator = ConnectionIndicator(delay: .zero, minimumTime: .zero, graceTime: .zero, clock: clock)
        indicator.bind(spinner)
        let connector = ScriptedConnector(.silence)
        let connection = Connection(TextSpec(), config: .over(connector)).addListener(indicator).start()
        await until { !written.isEmpty }

        connection.cancel()

        await until { written.last == "\r\u{1B}[K" }
    }

    private var written: [String] { lines.withLock { $0 } }

    private func makeSpinner() -> TerminalSpinner {
        TerminalSpinner("loading", clock: clock) { [lines] text in lines.withLock { $0.append(text) } }
    }

    private func state(isActive: Bool, progress: Double? = nil) -> IndicatorState {
        var state = IndicatorState()
        (state.isActive, state.progress) = (isActive, progress)
        return state
    }
}
