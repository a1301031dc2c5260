#if canImport(FoundationNetworking)
    import Foundation

    /// What a session on Linux reads a ``PulledBody`` through: it asks for bytes until there are none, and for nothing
    /// else.
    final class BodyInputStream: InputStream {
        private let body: PulledBody
        private var status = Stream.Status.notOpen

        init(_ body: PulledBody) {
            self.body = body
            super.init(data: Data())
        }

        override var streamStatus: Stream.Status { status }

        override func open() {
            status = .open
        }

        override func close() {
            status = .closed
        }

        /// Always: the session would take a false for the end, also where there is a failure.
        override var hasBytesAvailable: Bool { true }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
            body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
        }
    }
#endif
