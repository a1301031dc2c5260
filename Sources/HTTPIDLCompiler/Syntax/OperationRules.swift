/// What a file says about an operation besides its parts.
struct OperationRules {
    /// A number and its position.
    struct Number {
        let value: Double
        let range: Range<Int>
    }

    /// How long the operation can take, in seconds.
    var timeout: Number?
    /// The maximum number of attempts.
    var attempts: Number?
    /// The position of IDEMPOTENT, which adds an `Idempotency-Key`.
    var idempotent: Range<Int>?
    var needs: Needs?
}

extension OperationRules {
    /// The position of the first one, or nil if there is none.
    var range: Range<Int>? {
        [timeout?.range, attempts?.range, idempotent, needs?.range].compactMap { $0 }.min {
            $0.lowerBound < $1.lowerBound
        }
    }
}
