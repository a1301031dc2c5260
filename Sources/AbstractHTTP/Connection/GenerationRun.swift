/// One generation on its way through the pipeline. One task at a time is in here; it asks before each step whether its
/// attempt is still the current one, and a nil result means that it is not: a command took over, and the lifecycle knows
/// the next step.
final class GenerationRun: Sendable {
    typealias Token = Lifecycle.Token

    let pipeline: Pipeline
    let connection: any ConnectionTask
    /// Holds ``generation``, without a copy of it.
    private let setup: CopyOnWrite<Generation>
    /// Those of the config, of the holder, the connection's own, and then the log.
    let listeners: Listeners
    /// Those of the connection, and then those of the config.
    let policies: [any RecoveryPolicy]
    /// Those of the connection, the spec and the config; for each clock the inner one wins.
    let deadlines: Deadlines

    init(_ pipeline: Pipeline, _ connection: any ConnectionTask) {
        self.pipeline = pipeline
        self.connection = connection
        setup = pipeline.state.withLock(\.generation) ?? .plain
        listeners = pipeline.config.listeners(with: setup.value.listeners)
        policies = setup.value.recoveries.followed(by: pipeline.config.recoveries)
        let spec = pipeline.specs.value.request.deadlines ?? Deadlines()
        deadlines = (setup.value.deadlines ?? spec).within(spec).within(pipeline.config.deadlines)
    }

    /// What the generation began with.
    var generation: Generation { _read { yield setup.value } }

    /// Whether attempt `token` may go on.
    func allows(_ token: Token) -> Bool {
        pipeline.state.withLock { $0.lifecycle.allows(token) }
    }

    /// Awaits `operation`, and leaves it at once when a command takes over.
    func work<Value: Sendable>(_ token: Token, _ operation: @escaping @Sendable () async -> Value) async -> Value? {
        let work = AbandonableWork<Value>()
        guard adopt(work, token) else { return nil }
        let value = await work.value(of: operation)
        return release(token) ? value : nil
    }

    /// Makes `work` what a command abandons; returns whether the attempt is still current.
    func adopt(_ work: any Abandonable, _ token: Token) -> Bool {
        pipeline.state.withLock { state in
            guard state.lifecycle.isRunning(token) else { return false }
            state.work = work
            return true
        }
    }

    /// Forgets the work of attempt `token`; returns whether the attempt is still current.
    func release(_ token: Token) -> Bool {
        pipeline.state.withLock { state in
            guard state.lifecycle.isRunning(token) else { return false }
            state.work = nil
            return true
        }
    }
}

extension ConnectionConfig {
    /// Those of the config, of its holder, `own`, and then the log.
    fileprivate func listeners(with own: Listeners) -> Listeners {
        guard holder != nil || logger != nil || !listeners.isEmpty else { return own }
        var all = listeners
        if let holder { all = all.followed(by: holder.listeners) }
        all = all.followed(by: own)
        if let logger { all.add(logger) }
        return all
    }
}

extension Array {
    /// These, and then `others`; without a new array where one of them is empty.
    fileprivate func followed(by others: Self) -> Self {
        if isEmpty { return others }
        return others.isEmpty ? self : self + others
    }
}
