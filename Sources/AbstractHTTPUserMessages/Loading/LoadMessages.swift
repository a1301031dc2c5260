import AbstractHTTP
import Observation

/// The load messages of an API's running requests, by identifier. Like a `ConnectionIndicator`, a message is shown
/// after a delay and then for a minimum time.
///
/// SwiftUI views observe it. Other user interfaces use a ``LoadMessagePresenter``.
///
/// ```swift
/// let api = DefinitionAPI(messages: LoadMessages(delay: .milliseconds(500)))
/// ```
@MainActor
@Observable
public final class LoadMessages {
    /// The messages that are shown, in the order in which they started.
    public private(set) var current: [LoadMessage] = []

    /// The entries, in the order in which they started.
    @ObservationIgnored private var entries: [Entry] = []
    @ObservationIgnored private var presenter: (any LoadMessagePresenter)?
    @ObservationIgnored private nonisolated let lastNumber = LockedValue(0)
    @ObservationIgnored private let delay: Duration
    @ObservationIgnored private let minimumTime: Duration
    @ObservationIgnored private let graceTime: Duration
    @ObservationIgnored private let clock: any Clock<Duration>

    /// Creates an empty list of messages.
    ///
    /// - Parameters:
    ///   - delay: How long a request runs before its message is shown.
    ///   - minimumTime: The shortest time for which a message is shown.
    ///   - graceTime: How long the message stays after a request ends, in case another request starts.
    ///   - clock: The clock that measures these times.
    public nonisolated init(
        delay: Duration = .milliseconds(300), minimumTime: Duration = .milliseconds(500),
        graceTime: Duration = .milliseconds(100), clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.delay, self.minimumTime, self.graceTime, self.clock) = (delay, minimumTime, graceTime, clock)
    }

    /// Whether a message that blocks the user interface is shown.
    public var isModal: Bool { current.contains(where: \.isModal) }

    /// Sets the presenter, which replaces the previous one, or nil for none. The presenter is retained.
    public func present(by presenter: (any LoadMessagePresenter)?) {
        // Otherwise, the previous presenter would keep showing the messages.
        if self.presenter !== presenter, !current.isEmpty { self.presenter?.show([]) }
        self.presenter = presenter
        presenter?.show(current)
    }

    /// Tells the presenter about a failure that nothing handles.
    package func alert(_ error: ConnectionError) { presenter?.alert(error, message: FailureMessage(of: error)) }

    /// Returns the number of a new request. If two requests share an identifier, the later one sets the message.
    nonisolated func nextNumber() -> Int {
        lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    /// Adds a request, and returns the indicator that counts the requests with its identifier.
    func begin(_ message: LoadMessage, number: Int) -> ConnectionIndicator {
        let known = entries.first { $0.message.id == message.id }
        let entry = known ?? Entry(message, makeIndicator())
        entry.requests[number] = message
        if known == nil {
            entry.watch = IndicatorWatch(entry.indicator) { [weak self, unowned entry] in self?.update(entry) }
            entries.append(entry)
        }
        publish()
        return entry.indicator
    }

    private func makeIndicator() -> ConnectionIndicator {
        ConnectionIndicator(delay: delay, minimumTime: minimumTime, graceTime: graceTime, clock: clock)
    }

    /// Removes a request.
    func end(_ message: LoadMessage, number: Int) {
        entries.first { $0.message.id == message.id }?.requests[number] = nil
        publish()
    }

    private func update(_ entry: Entry) {
        let state = entry.indicator.state
        if !state.isBusy, !state.isActive { entries.removeAll { $0 === entry } }
        publish()
    }

    private func publish() {
        let next = entries.filter { $0.indicator.isActive }.map { entry in
            var message = entry.message
            message.progress = entry.indicator.progress
            return message
        }
        guard next != current else { return }
        current = next
        presenter?.show(next)
    }
}

/// A message, and the indicator that counts its requests.
@MainActor
private final class Entry {
    /// The messages of the running requests, by request number.
    var requests: [Int: LoadMessage] = [:] {
        didSet { update() }
    }
    /// The message of the latest request. It is modal if any of them is. After all have ended, it stays unchanged.
    private(set) var message: LoadMessage
    let indicator: ConnectionIndicator
    var watch: IndicatorWatch?

    init(_ message: LoadMessage, _ indicator: ConnectionIndicator) {
        (self.message, self.indicator) = (message, indicator)
    }

    private func update() {
        guard let last = requests.max(by: { $0.key < $1.key }) else { return }
        message = last.value
        message.isModal = requests.values.contains(where: \.isModal)
    }
}
