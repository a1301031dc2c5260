/// An object that C passes back to its callbacks, as an unretained pointer.
protocol CCallbackContext: AnyObject {}

extension CCallbackContext {
    /// The pointer for C. The object must live as long as C can call back.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the object of `context`, or returns nil if there is none. The object is not retained
    /// meanwhile, because that would cost more than most callbacks.
    @inline(__always)
    static func with<Result>(_ context: UnsafeMutableRawPointer?, _ body: (Self) -> Result) -> Result? {
        guard let context else { return nil }
        return Unmanaged<Self>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }
}
