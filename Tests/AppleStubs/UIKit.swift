// swift-format-ignore-file
// The declarations of UIKit that the project uses, for type-checking without a Mac. See Tests/Scripts/check-apple-ui.

@MainActor open class UIView {
    public var isHidden = false
}

@MainActor open class UIControl: UIView {
    public var isEnabled = true
}

@MainActor open class UIButton: UIControl {}

@MainActor open class UIRefreshControl: UIControl {
    public var isRefreshing: Bool { false }
    public func beginRefreshing() {}
    public func endRefreshing() {}
}

@MainActor open class UIActivityIndicatorView: UIView {
    public func startAnimating() {}
    public func stopAnimating() {}
}

@MainActor open class UIProgressView: UIView {
    public func setProgress(_ progress: Float, animated: Bool) {}
}
