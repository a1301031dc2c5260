// swift-format-ignore-file
// The declarations of AppKit that the project uses, for type-checking without a Mac. See Tests/Scripts/check-apple-ui.

@MainActor open class NSView {
    public var isHidden = false
}

@MainActor open class NSControl: NSView {
    public var isEnabled = true
}

@MainActor open class NSProgressIndicator: NSView {
    public var isIndeterminate = true
    public var doubleValue = 0.0
    public var minValue = 0.0
    public var maxValue = 100.0
    public func startAnimation(_ sender: Any?) {}
    public func stopAnimation(_ sender: Any?) {}
}
