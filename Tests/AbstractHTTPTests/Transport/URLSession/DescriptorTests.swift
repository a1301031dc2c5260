#if os(Linux)
    import AbstractHTTP
    import AbstractHTTPTesting
    import Foundation
    import TestSupport
    import Testing

    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// In a process of its own, since it takes every file descriptor.
    @Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
        @Test func aProcessWithoutDescriptorsIsOutOfResources() async {
            let child = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let server = try LoopbackServer { _ in .text("ok") }
                // The first request opens what stays: the queues, and a connection that is kept.
                let first = DefaultHTTPConnector()
                check(await failure(of: Self.request(server, over: first)) == nil, "the server does not serve")
                let taken = Self.takeDescriptors()
                let error = await failure(of: Self.request(server, over: DefaultHTTPConnector()))
                for descriptor in taken { close(descriptor) }
                check((error?.underlying as? TransportError)?.kind == .outOfResources, "\(String(describing: error))")
                check(await failure(of: Self.request(server, over: first)) == nil, "no service")
            }
            #expect(child?.complaint == nil)
        }

        private static func request(
            _ server: LoopbackServer, over connector: DefaultHTTPConnector
        ) -> Connection<String> {
            HTTP(server.url).config(ConnectionConfig(connector: connector)).asString()
        }

        /// Opens files until there can be no more.
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
