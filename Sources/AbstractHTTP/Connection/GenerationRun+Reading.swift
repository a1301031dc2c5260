import Foundation

/// The pipeline of a spec that reads the body itself.
///
/// onReceived* ▸ isValidResponse ▸ bodyReader ▸ onReceivedModel* ▸ COMMIT ▸ …, with the head as the response.
extension GenerationRun {
    func read(
        _ token: Token, _ request: Request, _ stream: ResponseStream, _ meter: ProgressMeter?,
        _ reader: @escaping Pipeline.BodyReader
    ) async -> GenerationEnd? {
        let head = stream.head()
        switch await judge(token, head, { AnyModel($0) }) {
        case nil: return nil
        case .success: break
        case .failure(var failure):
            guard let response = await beginning(of: stream, token, meter) else { return nil }
            failure.response = response
            return await recoverOrFail(token, request, failure)
        }
        var verdict = await model(of: stream, token, meter, reader)
        stopAttemptClock()
        if case .success(let model) = verdict { verdict = await offer(token, model, head) }
        switch verdict {
        case nil: return nil
        case .success(let model): return await succeed(token, model, head)
        case .failure(let failure): return await recoverOrFail(token, request, failure)
        }
    }

    /// The response with the beginning of its body, so that the error of a refused one has it.
    func beginning(of stream: ResponseStream, _ token: Token, _ meter: ProgressMeter?) async -> Response? {
        let abridgement = Abridgement(pipeline.config)
        return await reporting(token, meter) { await work(token) { await stream.abridged(abridgement) } }
    }

    private func model(
        of stream: ResponseStream, _ token: Token, _ meter: ProgressMeter?, _ reader: @escaping Pipeline.BodyReader
    ) async -> Verdict? {
        let source = ObservedSource(stream.body.makeSource()) { [pipeline] in
            pipeline.state.withLock { $0.lifecycle.isRunning(token) }
        }
        var observed = stream
        observed.body = ResponseBody(source)
        let readable = observed
        let result = await reporting(token, meter) {
            await work(token) { await Result(of: { try await reader(readable) }) }
        }
        switch result {
        case nil: return nil
        case .success(let model): return .success(model)
        case .failure(let error):
            let type = source.failure.map(ConnectionErrorType.ofTransfer) ?? .ofReading(error)
            return .failure(Failure(type: type, response: stream.head(), underlying: source.failure ?? error))
        }
    }
}

extension ConnectionErrorType {
    /// The type of an error thrown by a body reader, which may write to a file.
    fileprivate static func ofReading(_ error: any Error) -> Self {
        let isOfFile = error is POSIXError || (error as? CocoaError)?.isFileError == true
        return isOfFile ? .fileSystem : .ofParsing(error)
    }
}
