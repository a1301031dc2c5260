import Foundation
import Testing

/// For exit tests: ends the process unless `isTrue`. What is wrong is the ``ExitTest/Result/complaint`` of the process;
/// its exit code is that of a success, since a test learns nothing else of a process that fails.
package func check(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    guard !isTrue else { return }
    FileHandle.standardError.write(Data("\(ExitTest.Result.mark)\(what())\n".utf8))
    exit(0)
}

extension ExitTest.Result {
    fileprivate static let mark = "complaint: "

    /// What `check` found wrong.
    package var complaint: String? {
        String(decoding: standardErrorContent, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix(Self.mark) }
            .map { String($0.dropFirst(Self.mark.count)) }
    }
}
