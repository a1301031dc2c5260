/// An object that C hands back to its callbacks, by an address that keeps nothing alive.
protocol CCallbackContext: AnyObject {}

extension CCallbackContext {
    /// What C is given; the object has to live as long as C may call.
    var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Calls `body` with the object of `context`, which is not counted meanwhile: that would cost more than most
    /// callbacks do. Nil when there is none.
    @inline(__always)
    static func with<Result>(_ context: UnsafeMutableRawPointer?, _ body: (Self) -> Result) -> Result? {
        guard let context else { return nil }
        return Unmanaged<Self>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }
}
