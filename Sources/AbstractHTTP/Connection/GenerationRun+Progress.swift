/// Progress, told while an exchange is awaited.
extension GenerationRun {
    /// A meter for the request of an attempt, when somebody listens.
    func makeMeter(for request: Request) -> ProgressMeter? {
        listeners.progress.isEmpty ? nil : ProgressMeter(uploadTotal: request.body?.length)
    }

    /// Awaits `operation` and tells meanwhile what `meter` counts. Returns after the last call has returned.
    func reporting<Value: Sendable>(
        _ token: Token, _ meter: ProgressMeter?, _ operation: () async -> Value
    ) async -> Value {
        guard let meter else { return await operation() }
        meter.open()
        async let reports: Void = report(token, meter)
        let value = await operation()
        meter.close()
        await reports
        return value
    }

    private func report(_ token: Token, _ meter: ProgressMeter) async {
        while let progress = await meter.next() {
            for listener in listeners.progress {
                guard allows(token) else { return }
                await listener.onProgress(connection: connection, progress: progress)
            }
        }
    }
}
