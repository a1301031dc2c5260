import Dispatch

/// Measures how long a task has processed bytes without suspending, so that it can let other tasks run.
///
/// All tasks of a process share about as many threads as there are cores, and a thread changes to another task only
/// when its task suspends. A loop over what a server sends does not suspend while bytes are available, and a few
/// compressed bytes become gigabytes. Such loops therefore yield about once per millisecond.
package struct TimeSlice: Sendable {
    /// The length of a slice, in nanoseconds.
    static let length: UInt64 = 1_000_000
    /// The clock is read once per this number of bytes. A shorter body never yields.
    package static let bytesPerLook = 16 << 10

    private var bytes = 0
    /// When the slice began, or nil if the clock has not been read since the last yield.
    private var start: UInt64?

    package init() {}

    /// Counts processed bytes. Returns whether the slice is over and the task has to yield.
    package mutating func isOver(after bytes: Int) -> Bool {
        isOver(after: bytes, now: DispatchTime.now().uptimeNanoseconds)
    }

    /// - Parameter now: The time in nanoseconds.
    mutating func isOver(after bytes: Int, now: @autoclosure () -> UInt64) -> Bool {
        self.bytes += bytes
        guard self.bytes >= Self.bytesPerLook else { return false }
        self.bytes = 0
        let now = now()
        guard let start else {
            self.start = now
            return false
        }
        guard now >= start + Self.length else { return false }
        self.start = nil
        return true
    }
}
