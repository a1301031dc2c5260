extension String {
    /// The maximum number of edits in a misspelling of the name. The fewer letters it has, the fewer can be wrong.
    var longestMisspelling: Int { count < 3 ? 0 : count < 5 ? 1 : 2 }

    /// The name that this one is probably a misspelling of, or nil if none is near.
    package func nearest(among names: some Sequence<String>) -> String? {
        nearest(among: names) { $0.longestMisspelling }
    }

    /// The name with the fewest edits between it and this one. Of names with as many edits, the first one counts.
    ///
    /// - Parameter limit: Returns the maximum number of edits for a name.
    func nearest(among names: some Sequence<String>, within limit: (String) -> Int) -> String? {
        var (found, fewest) = (String?.none, Int.max)
        for name in names where name != self {
            let most = min(limit(name), fewest - 1)
            guard most > 0, let edits = edits(to: name, atMost: most) else { continue }
            (found, fewest) = (name, edits)
        }
        return found
    }

    /// The number of bytes to insert, to remove, to replace, or to swap with their neighbor to get another text.
    /// Returns nil if there are more than `limit`.
    func edits(to other: String, atMost limit: Int) -> Int? {
        let (from, to) = (Array(utf8), Array(other.utf8))
        guard abs(from.count - to.count) <= limit else { return nil }
        var (beforeLast, last) = ([Int](), Array(0...to.count))
        for row in from.indices {
            var next = [row + 1]
            for column in to.indices {
                let replaced = last[column] + (from[row] == to[column] ? 0 : 1)
                var edits = Swift.min(replaced, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                    edits = Swift.min(edits, beforeLast[column - 1] + 1)
                }
                next.append(edits)
            }
            guard next.contains(where: { $0 <= limit }) else { return nil }
            (beforeLast, last) = (last, next)
        }
        return last[to.count] <= limit ? last[to.count] : nil
    }
}
