/// A step from a value to one in it.
package enum JSONStep: Hashable {
    case key(String)
    case index(Int)
}

extension ByteView {
    /// The steps to the value at an offset. The text before it has been read without an error.
    package func path(to offset: Int) -> [JSONStep] {
        var path = PathFinder()
        var index = 0
        while index < min(offset, count) {
            let byte = byte(at: index)
            if byte == UInt8(ascii: "\"") {
                guard let string = try? stringExtent(from: index + 1), string.end < offset else { break }
                path.pass(string, in: self)
                index = string.end + 1
            } else {
                path.pass(byte)
                index += 1
            }
        }
        return path.steps
    }
}

/// Follows the tokens of a text, and knows where it is.
private struct PathFinder {
    private enum Level {
        /// The key is nil before the first one, and after a comma.
        case object(String?)
        case array(Int)
    }

    private var levels: [Level] = []

    var steps: [JSONStep] {
        levels.compactMap { level in
            switch level {
            case .object(let key): key.map(JSONStep.key)
            case .array(let index): .index(index)
            }
        }
    }

    /// Passes a byte outside of strings.
    mutating func pass(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): levels.append(.object(nil))
        case UInt8(ascii: "["): levels.append(.array(0))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
        case UInt8(ascii: ","):
            switch levels.popLast() {
            case .object: levels.append(.object(nil))
            case .array(let index): levels.append(.array(index + 1))
            case nil: break
            }
        default: break
        }
    }

    mutating func pass(_ string: StringExtent, in view: ByteView) {
        guard case .object(nil) = levels.last else { return }
        let text = string.hasEscapes ? try? view.unescapedText(of: string) : view.text(of: string)
        levels[levels.count - 1] = .object(text ?? "")
    }
}
