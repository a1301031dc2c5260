extension SourceFile {
    /// The line at which the requests for an editor's HTTP client begin, or nil if there are none.
    ///
    /// Such a file begins with a method and a URL, with `###`, or with a variable `@name = value`. Blank lines and
    /// comments may precede these. No IDL file begins like that.
    var startOfEditorRequests: Range<Int>? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            let line = start..<max(start, lineRange(of: start).upperBound)
            let text = text(line).trimmingPrefix(while: \.isWhitespace)
            if text.beginsEditorRequests { return line }
            guard text.isEditorComment else { return nil }
            start = bytes[line.upperBound...].firstIndex { !$0.endsLine } ?? bytes.count
        }
        return nil
    }
}

extension Substring {
    /// Whether a line is blank or a comment.
    fileprivate var isEditorComment: Bool { isEmpty || hasPrefix("//") || hasPrefix("#") }

    /// Whether an editor's requests begin with this line. A line that ends with a brace is treated as IDL.
    fileprivate var beginsEditorRequests: Bool {
        if hasPrefix("###") || starts(with: /@[A-Za-z_][\w\-]*\s*=/) { return true }
        let words = split(whereSeparator: \.isWhitespace)
        guard words.count > 1, words.last?.hasSuffix("{") == false else { return false }
        return KnownMethod(rawValue: String(words[0])) != nil && words[1].isURLOfEditor
    }

    /// Whether a word is an absolute URL, a path, a host with a dot or a port, or begins with a variable.
    private var isURLOfEditor: Bool {
        starts(with: /\/|\{\{|[A-Za-z][A-Za-z0-9+.\-]*:\/\/|[\w\-]+(\.\w|:\d)/) || hasPrefix("localhost")
    }
}
