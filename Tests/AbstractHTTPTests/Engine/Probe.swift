import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport

/// Counts the stages, and causes its fault at one of them.
final class Probe: Sendable {
    enum Fault: CaseIterable, Sendable {
        case error, cancel, stall, veto

        /// The outcomes that it has at one stage at least.
        var outcomes: Set<ConnectionErrorType?> {
            switch self {
            case .error: [nil, .invalidRequest, .authorization, .parse]
            case .cancel: [nil, .canceled]
            case .stall: [nil, .timeout]
            case .veto: [nil, .invalidResponse, .validation]
            }
        }
    }

    struct Target: Sendable {
        let fault: Fault
        let stage: Int
    }

    private struct State: Sendable {
        var stages: [String] = []
        var isStalled = false
        var connection: (any ConnectionTask)?
    }

    private let target: Target?
    private let state = LockedValue(State())

    init(_ target: Target?) {
        self.target = target
    }

    var stages: [String] { state.withLock(\.stages) }

    var isStalled: Bool { state.withLock(\.isStalled) }

    /// Sets the connection that faults cancel. At the end, nil releases it.
    func aim(at connection: (any ConnectionTask)?) { state.withLock { $0.connection = connection } }

    /// A stage that can neither wait nor fail.
    func pass(_ name: String) {
        if reach(name) == .cancel { cancel() }
    }

    /// A stage that may fail, and cannot wait.
    func check(_ name: String) throws {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .error { throw Broken() }
    }

    /// A stage that decides, and cannot wait.
    func decide(_ name: String) -> Bool {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        return fault != .veto
    }

    /// A stage that may wait, and decides.
    @discardableResult
    func wait(_ name: String, _ clock: ManualClock) async -> Bool {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .stall { await stall(clock) }
        return fault != .veto
    }

    /// A stage that may wait, and may fail.
    func waitAndCheck(_ name: String, _ clock: ManualClock) async throws {
        let fault = reach(name)
        if fault == .cancel { cancel() }
        if fault == .stall { await stall(clock) }
        if fault == .error { throw Broken() }
    }

    private func reach(_ name: String) -> Fault? {
        let stage = state.withLock { state in
            state.stages.append(name)
            return state.stages.count - 1
        }
        return stage == target?.stage ? target?.fault : nil
    }

    private func cancel() { state.withLock(\.connection)?.cancel() }

    /// Waits until the deadline is over, and a little longer.
    private func stall(_ clock: ManualClock) async {
        state.withLock { $0.isStalled = true }
        try? await clock.sleep(for: Torture.deadline + .seconds(1))
        state.withLock { $0.isStalled = false }
    }
}
