extension String {
    /// Returns the one of `names` for which this string could be a typo, or nil if there is none.
    ///
    /// A typo has at most two edits, or one in names of at most four characters.
    func nearest(of names: some Sequence<String>) -> String? {
        let candidates = names.map { (name: $0, edits: $0.edits(to: self)) }.filter { candidate in
            let (shorter, longer) = (Swift.min(candidate.name.count, count), Swift.max(candidate.name.count, count))
            return candidate.edits < shorter && candidate.edits <= (longer > 4 ? 2 : 1)
        }
        return candidates.min { $0.edits < $1.edits }?.name
    }

    /// Returns how many characters must be inserted, removed, replaced, or swapped with the next one. Case is ignored.
    private func edits(to other: String) -> Int {
        let (left, right) = (Array(lowercased()), Array(other.lowercased()))
        guard left.count < 100, right.count < 100 else { return Int.max }
        var rows = [Array(0...right.count)]
        for row in left.indices {
            var edits = [row + 1]
            for column in right.indices {
                let replaced = rows[row][column] + (left[row] == right[column] ? 0 : 1)
                edits.append(Swift.min(replaced, rows[row][column + 1] + 1, edits[column] + 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    edits[column + 1] = Swift.min(edits[column + 1], rows[row - 1][column - 1] + 1)
                }
            }
            rows.append(edits)
        }
        return rows[left.count][right.count]
    }
}
