#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension UIControl: ConnectionControl {
        /// Disables the control while the indicator is busy. A refresh control ends refreshing afterwards.
        public func update(_ state: IndicatorState) {
            #if !os(tvOS)
                if let refresh = self as? UIRefreshControl { return refresh.follow(state) }
            #endif
            isEnabled = !state.isBusy
        }
    }

    #if !os(tvOS)
        extension UIRefreshControl {
            /// The user may have started refreshing before the indicator is shown.
            fileprivate func follow(_ state: IndicatorState) {
                if state.isActive, !isRefreshing { beginRefreshing() }
                if !state.isBusy, !state.isActive { endRefreshing() }
            }
        }
    #endif

    extension UIActivityIndicatorView: ConnectionControl {
        /// Starts or stops the animation.
        public func update(_ state: IndicatorState) {
            state.isActive ? startAnimating() : stopAnimating()
        }
    }

    extension UIProgressView: ConnectionControl {
        /// Shows the progress. The view is hidden while the indicator is not shown.
        public func update(_ state: IndicatorState) {
            isHidden = !state.isActive
            setProgress(Float(state.progress ?? 0), animated: state.isActive)
        }
    }
#endif
