extension [String] {
    /// The lines of a log, with the numbers of its generations counted from 1. All loggers of a program share them.
    public var renumbered: [String] {
        var numbers: [Substring] = []
        return map { line in
            let number = line.prefix { $0 != "." && $0 != " " }
            if !numbers.contains(number) { numbers.append(number) }
            return "#\((numbers.firstIndex(of: number) ?? 0) + 1)" + line.dropFirst(number.count)
        }
    }
}
