import AbstractHTTPTesting
import Foundation
import JSONBytes
import Testing

/// Numbers are read as the nearest value.
struct NumberTests {
    @Test(arguments: [
        "0", "-0", "1", "10", "0.1", "-0.1", "1e5", "1E+5", "1e-5", "123456789012345678", "9007199254740993",
        "9007199254740992.5", "1.7976931348623157e308", "4.9e-324", "2.2250738585072014e-308", "2.225073858507201e-308",
        "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "0e400", "179.12345678901234",
        "0.000000000000000000000000000000000000000000000000001", "1e22", "1e23", "8.5e15", "6.02214076e23",
        "3.1415926535897932384626433832795028841971", "0.500000000000000166533453693773481063544750213623046875",
        "1.00000000000000011102230246251565404236316680908203125", "9355950000000000000.0000000000000000000000000001",
        "2.22507385850720113605740979670913197593481954635164564e-308", "89255e-22",
        "104308485241983990666713401708072175773165034278685682720801",
        "18014398509481983", "18014398509481985", "1.0000000000000000000000000000000000000000e0",
    ])
    func readsTheNearestDouble(text: String) throws {
        #expect(try double(text).bitPattern == #require(Double(text)).bitPattern)
    }

    @Test func readsAnyDoubleThatSwiftWrites() throws {
        var random = SplitMix64(seed: 54)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(try double("\(value)").bitPattern == value.bitPattern)
        }
    }

    @Test func readsRandomDigitsAsTheStandardLibraryDoes() throws {
        var random = SplitMix64(seed: 55)
        for _ in 0..<20_000 {
            let digits = String(
                (0..<Int.random(in: 1...24, using: &random)).map { _ in "0123456789".randomElement(using: &random)! })
            let text =
                "\(Int.random(in: 1...9, using: &random)).\(digits)e\(Int.random(in: -330...308, using: &random))"
            let expected = try #require(Double(text))
            guard expected.isFinite else { continue }
            #expect(try double(text).bitPattern == expected.bitPattern, "\(text)")
        }
    }

    @Test(arguments: ["1e309", "-1e309", "1e400", "2e308", "123456789e400000000000000000000"])
    func refusesNumbersThatAreTooLarge(text: String) {
        #expect(throws: JSONSyntaxError(0, .doesNotFit)) { try double(text) }
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("-1", -1), ("1.0", 1), ("1e2", 100), ("2.55e2", 255), ("1000e-3", 1),
        ("0e99999999999", 0),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775807.000", Int.max),
        ("123456789012345678e1", 1_234_567_890_123_456_780), ("0.00000000000000000000000000000", 0),
        ("1.00000000000000000000000000000000", 1), ("9007199254740993.0", 9_007_199_254_740_993),
        ("100000000000000000000e-20", 1),
    ])
    func readsIntegersExactly(text: String, expected: Int) throws {
        #expect(try integer(text) == expected)
    }

    @Test(arguments: [
        "1.5", "9223372036854775808", "-9223372036854775809", "1e19", "18446744073709551616", "1e99999999999999999",
        "1e-1", "0.1", "340282366920938463463374607431768211456",
    ])
    func refusesNumbersThatAreNoIntegers(text: String) {
        #expect(throws: JSONSyntaxError(0, .doesNotFit)) { try integer(text) }
    }

    @Test(arguments: ["01", "-01", "00"])
    func refusesLeadingZeros(text: String) {
        #expect(throws: JSONSyntaxError.self) { try integer(text) }
        #expect(throws: JSONSyntaxError.self) { try double(text) }
    }

    private func double(_ text: String) throws -> Double {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = JSONByteReader(ByteView(bytes))
            let value = try reader.double()
            try reader.finish()
            return value
        }
    }

    private func integer(_ text: String) throws -> Int {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = JSONByteReader(ByteView(bytes))
            let value = try reader.integer()
            try reader.finish()
            return value
        }
    }
}
