/// The pipeline of a spec that reads the body itself.
///
/// onReceived* ▸ isValidResponse ▸ bodyReader ▸ onReceivedModel* ▸ COMMIT ▸ …, with the head as the response.
extension GenerationRun {
    func read(
        _ token: Token, _ request: Request, _ stream: ResponseStream, _ meter: ProgressMeter?,
        _ reader: @escaping Pipeline.BodyReader
    ) async -> GenerationEnd? {
        let head = stream.head()
        var hasBegun = false
        let verdict = await review(token, head) { _ in
            hasBegun = true
            return try await model(of: stream, token, meter, reader)
        }
        switch verdict {
        case nil: return nil
        case .success(let model): return await succeed(token, model, head)
        case .failure(var failure):
            if !hasBegun {
                guard let response = await beginning(of: stream, token, meter) else { return nil }
                failure.response = response
            }
            return await recoverOrFail(token, request, failure)
        }
    }

    /// The response with the beginning of its body, so that the error of a refused one has it.
    func beginning(of stream: ResponseStream, _ token: Token, _ meter: ProgressMeter?) async -> Response? {
        let abridgement = Abridgement(pipeline.config)
        return await reporting(token, meter) { await work(token) { await stream.abridged(abridgement) } }
    }

    private func model(
        of stream: ResponseStream, _ token: Token, _ meter: ProgressMeter?, _ reader: @escaping Pipeline.BodyReader
    ) async throws -> any Sendable {
        let source = ObservedSource(stream.body.makeSource())
        var observed = stream
        observed.body = ResponseBody(source)
        let readable = observed
        let result = await reporting(token, meter) {
            await work(token) { await Result(of: { try await reader(readable) }) }
        }
        // Nobody sees this error: the attempt is not current any more.
        guard let result else { throw CancellationError() }
        if case .failure = result, let failure = source.failure {
            throw BrokenBody(type: .ofTransfer(failure), underlying: failure)
        }
        return try result.get()
    }
}

/// The body that a spec was reading broke off.
struct BrokenBody: Error {
    let type: ConnectionErrorType
    let underlying: any Error
}
