/// The steps that observers see.
extension GenerationRun {
    /// Makes a request between willEncode* and didEncode*.
    func encoding(_ token: Token, _ make: () -> RequestDraft) async -> RequestDraft {
        guard !listeners.observers.isEmpty else { return make() }
        for observer in listeners.observers where allows(token) { await observer.willEncode(connection: connection) }
        let draft = make()
        for observer in listeners.observers where allows(token) {
            await observer.didEncode(connection: connection, request: draft.request)
        }
        return draft
    }

    /// Sends a request between willSend* and didSend*; nil when the attempt is not current any more.
    func sending<Value>(_ token: Token, _ request: Request, _ send: () async -> Value?) async -> Value? {
        guard !listeners.observers.isEmpty else { return await send() }
        for observer in listeners.observers {
            guard allows(token) else { return nil }
            await observer.willSend(connection: connection, request: request)
        }
        guard allows(token) else { return nil }
        let value = await send()
        for observer in listeners.observers {
            guard allows(token) else { return nil }
            await observer.didSend(connection: connection, request: request)
        }
        return allows(token) ? value : nil
    }

    /// willDecode*; false when the attempt is not current any more.
    func willDecode(_ token: Token, _ response: Response) async -> Bool {
        for observer in listeners.observers {
            guard allows(token) else { return false }
            await observer.willDecode(connection: connection, response: response)
        }
        return listeners.observers.isEmpty || allows(token)
    }

    /// didDecode*; false when the attempt is not current any more.
    func didDecode(_ token: Token, _ response: Response, _ model: any Sendable) async -> Bool {
        for observer in listeners.observers {
            guard allows(token) else { return false }
            await observer.didDecode(connection: connection, response: response, responseModel: model)
        }
        return listeners.observers.isEmpty || allows(token)
    }
}
