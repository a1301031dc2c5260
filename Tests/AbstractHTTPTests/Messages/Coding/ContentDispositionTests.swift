import AbstractHTTP
import Testing

/// File names that a server may send.
@Suite struct ContentDispositionTests {
    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("/foo.html", "foo.html"), ("..\\..\\boot.ini", "boot.ini"), ("a/..", nil),
        ("..", nil), (".", nil), ("", nil), ("a/", nil), ("...", nil), (" a b.txt\t", "a b.txt"),
        (".bashrc", "bashrc"),
        ("a\u{0}\n\u{202E}b.txt", "ab.txt"), ("\u{0}", nil), (".\u{0}.", nil), ("€.txt", "€.txt"),
    ])
    func aFileNameNeverLeadsOutOfItsFolder(name: String, safe: String?) {
        let quoted = name.replacing("\\", with: "\\\\")

        #expect(ContentDisposition("attachment; filename=\"\(quoted)\"").safeFileName == safe)
    }

    @Test(arguments: [
        (String(repeating: "x", count: 300) + ".pdf", 255, ".pdf"), (String(repeating: "é", count: 200), 254, "é"),
        ("a." + String(repeating: "x", count: 300), 255, "x"),
    ])
    func aLongFileNameIsCutBeforeItsExtension(name: String, length: Int, ending: String) {
        let safe = ContentDisposition("attachment; filename=\"\(name)\"").safeFileName

        #expect(safe?.utf8.count == length)
        #expect(safe?.hasSuffix(ending) == true)
    }

    @Test func longFileNameIsNeverHidden() {
        let name = "a" + String(repeating: "\u{301}", count: 200) + ".bashrc"

        let safe = ContentDisposition("attachment; filename=\"\(name)\"").safeFileName

        #expect(safe?.hasPrefix(".") == false)
        #expect(safe?.utf8.count == 254)
    }

    /// It takes milliseconds. In quadratic time, it would take hours.
    @Test(.timeLimit(.minutes(5)))
    func longFileNameIsCutInLinearTime() {
        let name = String(repeating: "\u{1F1E6}", count: 500_000)

        #expect(ContentDisposition("attachment; filename=\"\(name)\"").safeFileName?.utf8.count == 252)
    }

    @Test func escapedFileNameIsSanitized() {
        let disposition = ContentDisposition("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd")

        #expect(disposition.fileName == "../../etc/passwd")
        #expect(disposition.safeFileName == "passwd")
    }
}
