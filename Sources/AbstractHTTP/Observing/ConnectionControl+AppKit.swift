#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit

    extension NSControl: ConnectionControl {
        /// Disables the control while the indicator is busy.
        public func update(_ state: IndicatorState) {
            isEnabled = !state.isBusy
        }
    }

    extension NSProgressIndicator: ConnectionControl {
        /// Starts or stops the animation, and shows the progress if it is known.
        public func update(_ state: IndicatorState) {
            isIndeterminate = state.progress == nil
            if let progress = state.progress { doubleValue = minValue + progress * (maxValue - minValue) }
            state.isActive ? startAnimation(nil) : stopAnimation(nil)
        }
    }
#endif
