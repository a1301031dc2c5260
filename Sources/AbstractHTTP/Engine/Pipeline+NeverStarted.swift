#if DEBUG
    import Foundation

    extension Pipeline {
        /// Says that a connection with callbacks was released and was never started, which is a mistake.
        func reportIfNeverStarted() {
            let (isStarted, hasCallbacks) = state.withLock { state in
                (state.lifecycle.generation > 0, state.setup?.value.hasCallbacks == true)
            }
            guard !isStarted, hasCallbacks else { return }
            let line = """
                a connection to \(specs.value.request.url.templateWithoutSecrets) was released before it was started; \
                call start(), or await response()
                """
            if let write = config.log { return write(line) }
            FileHandle.standardError.write(Data("AbstractHTTP: \(line)\n".utf8))
        }
    }

    extension ConnectionSetup {
        fileprivate var hasCallbacks: Bool {
            onSuccess != nil || onFailure != nil || !onError.isEmpty || !onEnd.isEmpty || completion != nil
        }
    }
#endif
