import Testing

@testable import AbstractHTTP

@Suite struct ContentRangeTests {
    @Test(arguments: [
        ("bytes 0-9/10", 0..<10, 10 as Int?), ("bytes 5-9/*", 5..<10, nil), ("Bytes  5-5/6", 5..<6, 6),
    ])
    func rangeIsParsed(text: String, range: Range<Int>, total: Int?) {
        #expect(ContentRange(text)?.range == range && ContentRange(text)?.total == total)
    }

    @Test func unsatisfiedRangeHasTheTotal() {
        #expect(ContentRange("bytes */10")?.range == nil && ContentRange("bytes */10")?.total == 10)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "bytes -1-5/10", "bytes 0-/10", "bytes a-b/c",
        "bytes */*", "items 0-9/10", "bytes 0-9/10/11", "bytes 0-9 /10", "bytes +0-9/10",
        "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*", "bytes 0-9/-10", "bytes 0 - 9/10",
    ])
    func invalidRangeIsRejected(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
