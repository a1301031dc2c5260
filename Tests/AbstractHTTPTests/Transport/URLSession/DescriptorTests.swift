#if os(Linux)
    @testable import AbstractHTTP
    import AbstractHTTPTesting
    import Foundation
    import TestSupport
    import Testing

    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// In a separate process, because it takes every file descriptor.
    @Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
        @Test func aProcessWithoutDescriptorsIsOutOfResources() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { _ in .text("ok") }
                // The first request opens the queues and a connection, which all stay open.
                let first = DefaultHTTPConnector()
                check(await failure(of: Self.request(server, over: first)) == nil, "the server does not serve")
                let taken = Self.takeDescriptors()
                let error = await failure(of: Self.request(server, over: DefaultHTTPConnector()))
                for descriptor in taken { close(descriptor) }
                let cause = error?.underlying as? TransportError
                check(cause?.kind == .outOfResources, "\(String(describing: error))")
                check(await failure(of: Self.request(server, over: first)) == nil, "no service")
            }
            #expect(child?.complaint == nil)
        }

        @Test func unspoolableBodyIsOutOfResources() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { _ in .text("ok") }
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let chunk = Data(repeating: 0x61, count: 60_000)
                let body = RequestBody.stream {
                    AsyncStream {
                        for _ in 0..<3 { $0.yield(chunk) }; $0.finish()
                    }
                }
                let config = ConnectionConfig(connector: DefaultHTTPConnector())
                let error = await failure(of: HTTP(server.url).method(.post).body(body).asString(config: config))
                check(error?.type == .network, "\(String(describing: error))")
                let cause = error?.underlying as? TransportError
                check(cause?.kind == .outOfResources, "\(String(describing: error))")
            }
            #expect(child?.complaint == nil)
        }

        @Test func downloadReportsMissingDiskSpace() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { _ in LoopbackResponse(data: Data(count: 300_000)) }
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
                let config = ConnectionConfig(connector: DefaultHTTPConnector())
                let error = await failure(
                    of: HTTP(server.url).download(to: folder.appending(component: "a"), config: config))
                try FileManager.default.removeItem(at: folder)
                check(error?.type == .fileSystem, "\(String(describing: error))")
                check(error?.underlying is CocoaError, "\(String(describing: error))")
                check(error?.response?.statusCode == 200, "\(String(describing: error))")
            }
            #expect(child?.complaint == nil)
        }

        @Test(
            arguments: [
                (POSIXError(.ENOSPC), .outOfResources), (CocoaError(.fileWriteOutOfSpace), .outOfResources),
                (CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(.EDQUOT)]), .outOfResources),
                (POSIXError(.EACCES), .other), (CocoaError(.fileWriteNoPermission), .other),
            ] as [(any Error, TransportError.Kind)])
        func systemErrorsHaveAKind(error: any Error, kind: TransportError.Kind) {
            #expect(TransportError.Kind(ofSystem: error) == kind)
        }

        private static func request(
            _ server: LoopbackServer, over connector: DefaultHTTPConnector
        ) -> Connection<String> {
            HTTP(server.url).asString(config: ConnectionConfig(connector: connector))
        }

        /// Opens files until no more can be opened.
        private static func takeDescriptors() -> [Int32] {
            var limit = rlimit(rlim_cur: 256, rlim_max: 256)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            return Array(
                sequence(state: ()) { _ in
                    let descriptor = open("/dev/null", O_RDONLY)
                    return descriptor < 0 ? nil : descriptor
                })
        }
    }
#endif
