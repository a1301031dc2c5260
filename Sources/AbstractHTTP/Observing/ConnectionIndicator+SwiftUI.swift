#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Disables the view while `indicator` is busy.
        ///
        /// ```swift
        /// Button("Save", action: save).disabled(while: indicator)
        /// ```
        @MainActor
        public func disabled(while indicator: ConnectionIndicator) -> some View {
            disabled(indicator.state.isBusy)
        }
    }

    /// A spinner that is visible while an indicator is shown. It becomes a progress bar when the progress is known.
    public struct ConnectionIndicatorView: View {
        private let indicator: ConnectionIndicator

        /// Creates a view of `indicator`.
        public init(_ indicator: ConnectionIndicator) {
            self.indicator = indicator
        }

        /// The spinner or the progress bar, or nothing while the indicator is not shown.
        public var body: some View {
            if indicator.isActive {
                if let progress = indicator.progress { ProgressView(value: progress) } else { ProgressView() }
            }
        }
    }
#endif
