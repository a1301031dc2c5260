import Foundation
import Testing

@testable import AbstractHTTP

/// Bytes that must be UTF-8.
@Suite struct StringUTF8Tests {
    @Test(arguments: ["", "a", "ä€𝄞", "\u{FEFF}a", "\u{FFFD}", "a\u{0}b", "e\u{301}", "\u{E9}"])
    func validUTF8IsReadUnchanged(text: String) {
        #expect(String(validUTF8: Data(text.utf8)).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        arguments: [
            [0xFF], [0x61, 0x80], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xFE, 0xFF, 0x00, 0x61],
        ] as [[UInt8]])
    func invalidUTF8IsNil(bytes: [UInt8]) {
        #expect(String(validUTF8: Data(bytes)) == nil)
    }
}
