/// A place in a text. It is the underlying error of a `DecodingError` whose decoder knows the place.
package struct TextPlace: Error, CustomStringConvertible {
    package let line: Int
    package let column: Int
    /// The error that was there before.
    package let underlying: (any Error)?

    package init(line: Int, column: Int, underlying: (any Error)? = nil) {
        (self.line, self.column, self.underlying) = (line, column, underlying)
    }

    package var description: String { "line \(line), column \(column)" }
}
