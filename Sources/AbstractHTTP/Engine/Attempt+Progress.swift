/// Reports progress during an exchange.
extension Attempt {
    /// Awaits `operation` and meanwhile reports what the meter of `context` counts. Returns after the last call of a
    /// listener has returned.
    func reporting<Value: Sendable, Failure: Error>(
        _ context: ExchangeContext, _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let meter = context.meter else { return try await operation() }
        return try await reportingProgress(of: meter, operation)
    }

    /// Not inlined, because every connection in flight would reserve the memory of the child task.
    @inline(never)
    private func reportingProgress<Value: Sendable, Failure: Error>(
        of meter: ProgressMeter, _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        meter.open()
        async let reports: Void = report(meter)
        let result: Result<Value, Failure>
        do {
            result = .success(try await operation())
        } catch {
            result = .failure(error)
        }
        meter.close()
        await reports
        return try result.get()
    }

    private func report(_ meter: ProgressMeter) async {
        pipeline.noteHelper()
        defer { pipeline.forgetHelper() }
        while let progress = await meter.next() {
            for listener in listeners.progress {
                guard isCurrent else { return }
                await listener.onProgress(connection: connection, progress: progress)
            }
        }
    }
}
