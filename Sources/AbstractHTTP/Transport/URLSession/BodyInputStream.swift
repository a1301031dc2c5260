#if canImport(FoundationNetworking)
    import Foundation

    /// Lets a session on Linux read a ``PulledBody``. The session reads until no bytes are left.
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

        /// Always true, because the session would take false for the end, even after a failure.
        override var hasBytesAvailable: Bool { true }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
            body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: length))
        }
    }
#endif
