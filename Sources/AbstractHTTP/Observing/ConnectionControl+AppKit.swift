#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit

    extension NSControl: ConnectionControl {
        /// Disables the control while anything runs.
        public func update(_ state: IndicatorState) {
            isEnabled = !state.isBusy
        }
    }

    extension NSProgressIndicator: ConnectionControl {
        /// Starts or stops animating, and shows how far all has come where that is known.
        public func update(_ state: IndicatorState) {
            isIndeterminate = state.progress == nil
            if let progress = state.progress { doubleValue = minValue + progress * (maxValue - minValue) }
            state.isActive ? startAnimation(nil) : stopAnimation(nil)
        }
    }
#endif
