#if DEBUG
    import Dispatch
    import Foundation

    extension Pipeline {
        /// Reports a connection with callbacks that was released but neither started nor canceled, which is a mistake.
        ///
        /// The spec and the log of the config are called later, because the code that releases a connection may hold a
        /// lock.
        func reportIfNeverStarted() {
            let isForgotten = state.withLock { state in
                state.lifecycle.generation == 0 && !state.isCanceledUnstarted && state.setup?.value.hasCallbacks == true
            }
            guard isForgotten else { return }
            DispatchQueue.global().async { [specs, log = config.log] in
                let line = """
                    a connection to \(specs.value.request.url.templateWithoutSecrets) was released before it was \
                    started; call start(), or await response()
                    """
                if let log { return log(line) }
                FileHandle.standardError.write(Data("AbstractHTTP: \(line)\n".utf8))
            }
        }
    }

    extension ConnectionSetup {
        fileprivate var hasCallbacks: Bool { !completions.isEmpty || !onEnd.isEmpty }
    }
#endif
