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

    /// willSend*; false when the attempt is not current any more.
    func willSend(_ token: Token, _ request: Request) async -> Bool {
        for observer in listeners.observers {
            guard allows(token) else { return false }
            await observer.willSend(connection: connection, request: request)
        }
        return listeners.observers.isEmpty || allows(token)
    }

    /// didSend*; false when the attempt is not current any more.
    func didSend(_ token: Token, _ request: Request) async -> Bool {
        for observer in listeners.observers {
            guard allows(token) else { return false }
            await observer.didSend(connection: connection, request: request)
        }
        return listeners.observers.isEmpty || allows(token)
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
    func didDecode(_ token: Token, _ response: Response, _ model: AnyModel) async -> Bool {
        for observer in listeners.observers {
            guard allows(token) else { return false }
            await observer.didDecode(connection: connection, response: response, responseModel: model.value)
        }
        return listeners.observers.isEmpty || allows(token)
    }
}
