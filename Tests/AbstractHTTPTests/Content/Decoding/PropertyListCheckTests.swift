import AbstractHTTP
import Foundation
import TestSupport
import Testing

/// Malicious property lists. Foundation ends the process on most of these.
@Suite struct PropertyListCheckTests {
    @Test(arguments: [
        "<plist>" + String(repeating: "<array>", count: 20_000) + String(repeating: "</array>", count: 20_000)
            + "</plist>",
        "<plist>" + String(repeating: "<!-- </array> --><array>", count: 20_000),
        "<plist>" + String(repeating: "<![CDATA[</array>]]><dict><key>a</key>", count: 20_000),
        "<?x " + String(repeating: "></a>", count: 20_000) + "?>" + String(repeating: "<array>", count: 20_000),
        "<plist>" + String(repeating: "<array><?x ></a>?>", count: 20_000),
        "<plist>" + String(repeating: "<array><!--></a>-->", count: 20_000), "<plist></plist></plist>",
        String(repeating: "(", count: 200_000) + String(repeating: ")", count: 200_000), "{ a = 1; }", "  ", "<",
        "<plist><array><?>" + String(repeating: "<array>", count: 20_000), "<plist><array><?><true/></array></plist>",
        "<plist><array><!-- </array></plist>", "<plist><array><![CDATA[ </array></plist>",
        "<?xml <plist><true/></plist>",
        "<?xml version='1.0' encoding='UTF-7'?><plist><true/></plist>",
        "<?xml encoding 'utf-8' encoding='UTF-7'?><plist><true/></plist>",
        "<?xml\u{301} encoding='UTF-7'?><plist><true/></plist>",
        "<?xml \u{600}encoding='UTF-7'?><plist><true/></plist>",
    ])
    func malformedOrTooDeepXMLIsRejected(text: String) {
        #expect(throws: DecodingError.self) { try response(Data(text.utf8)).decoded(as: [Int].self) }
        #expect(throws: DecodingError.self) { try response(Data(text.utf8)).decoded(as: HTTPContent.self) }
    }

    @Test(arguments: [
        "-9223372036854775806-01-01T00:00:00Z", "-9223372036854775808-01-01T00:00:00Z",
        "9223372036854775807-01-01T00:00:00Z", " -9223372036854773808-01-01T00:00:00Z\n",
        "&#45;9223372036854775806-01-01T00:00:00Z", "<!-- -->-9223372036854775806-01-01T00:00:00Z",
        "<![CDATA[-9223372036854775806-01-01T00:00:00Z]]>", "1000000-01-01T00:00:00Z", "--1-01-01T00:00:00Z",
        "-01-01T00:00:00Z", "2026-01-01T00:00:00+01:00", "2026-01-01", "Z", "",
    ])
    func malformedOrHugeXMLDateIsRejected(text: String) throws {
        for tag in ["<date>", "<date a='b'>", "<date\n>", "<dates>"] {
            let xml = "<plist version=\"1.0\">\(tag)\(text)</date></plist>"
            let utf16 = try #require(xml.data(using: .utf16))
            for data in [Data(xml.utf8), utf16] {
                #expect(throws: DecodingError.self) { try response(data).decoded(as: Date.self) }
                #expect(throws: DecodingError.self) { try response(data).decoded(as: HTTPContent.self) }
            }
        }
    }

    @Test func invalidUTF8IsRejected() {
        let data = Data("<plist><integer>".utf8) + [0xFF] + Data("000000000</integer></plist>".utf8)

        #expect(throws: DecodingError.self) { try response(data).decoded(as: Int.self) }
    }

    @Test func nestingUpToTheLimitIsRead() throws {
        let text =
            "<plist>" + String(repeating: "<array>", count: 64) + String(repeating: "</array>", count: 64)
            + "</plist>"

        #expect(try response(Data(text.utf8)).decoded(as: HTTPContent.self) != .null)
    }

    @Test(arguments: [
        // A dictionary with more members than there are bytes.
        list([[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x08]]),
        // An array that contains itself, and two that contain each other.
        list([[0xA1, 0x00]]), list([[0xA1, 0x01], [0xA1, 0x00]]),
        // A missing object, one of an unknown kind, and a string that reaches beyond the end.
        list([[0xA1, 0x07]]), list([[0x70]]), list([[0x5E, 0x61]]),
        // Dates that are not finite, and one that is too far away.
        list([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]]), list([[0x33, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0]]),
        list([[0x33, 0x7E, 0x37, 0, 0, 0, 0, 0, 0]]),
        // Forty arrays, each of which holds the next one twice.
        list((1...40).map { [0xA2, $0, $0] } + [[0xA0]]),
        // No table of offsets, and less than a trailer.
        Data("bplist00".utf8) + Data(repeating: 0xFF, count: 32), Data("bplist00".utf8),
    ])
    func malformedBinaryListsAreRejected(data: Data) {
        #expect(throws: DecodingError.self) { try response(data).decoded(as: HTTPContent.self) }
    }

    @Test func validListsAreRead() throws {
        let xml = """
            <?xml version="1.0" encoding="ENCODING"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!-- > --><plist version="1.0"><array><array/><dict></dict><string>\u{E9}</string></array></plist>
            """
        let expected: HTTPContent = [[], [:], "\u{E9}"]
        let utf8 = Data(xml.replacing("ENCODING", with: "UTF-8").utf8)
        let utf16 = try #require(xml.replacing("ENCODING", with: "UTF-16").data(using: .utf16))

        #expect(try response(utf8).decoded(as: HTTPContent.self) == expected)
        #expect(try response(utf16).decoded(as: HTTPContent.self) == expected)
        // One array that is referenced a hundred times.
        let root: [UInt8] = [0xAF, 0x10, 100] + [UInt8](repeating: 1, count: 100)
        let shared = Self.list([root, [0xA1, 0x02], [0x10, 0x07]])
        #expect(try response(shared).decoded(as: [[Int]].self) == Array(repeating: [7], count: 100))
    }

    /// An array of 60,000 arrays, which are all at one place and contain the same object 60,000 times.
    @Test func sharedArrayIsCheckedOnce() {
        let count = 60_000
        let head = Data([0xAF, 0x12]) + bytes(count, 4)
        var data = Data("bplist00".utf8) + head
        for number in 1...count { data += bytes(number, 2) }
        let inner = data.count
        data += head
        for _ in 1...count { data += bytes(count + 1, 2) }
        let leaf = data.count
        data.append(0x09)
        let table = data.count
        data += bytes(8, 4)
        for _ in 1...count { data += bytes(inner, 4) }
        data += bytes(leaf, 4) + Data(count: 6) + Data([4, 2])
        for number in [count + 2, 0, table] { data += bytes(number, 8) }

        #expect(throws: DecodingError.self) { try response(data).decoded(as: HTTPContent.self) }
    }

    private func bytes(_ value: Int, _ size: Int) -> Data {
        Data((0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
    }

    @Test(.longComputation) func mutatedBytesNeverTrap() throws {
        struct Model: Codable, Equatable {
            var name = "Ada"
            var ages = [1, 300, 70_000]
            var pi = 3.14
            var at = Date(timeIntervalSince1970: 0)
            var data = Data([1, 2, 3])
            var more = ["a": ["é": true]]
            var long = Array(0..<20)
        }
        let encoder = PropertyListEncoder()
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            encoder.outputFormat = format
            let data = try encoder.encode(Model())
            #expect(try response(data).decoded(as: Model.self) == Model())
            for position in data.indices {
                for byte: UInt8 in [0, 0xFF, data[position] &+ 1, data[position] ^ 0x10] {
                    var spoiled = data
                    spoiled[position] = byte
                    _ = try? response(spoiled).decoded(as: Model.self)
                    _ = try? response(spoiled).decoded(as: HTTPContent.self)
                }
            }
        }
    }

    private func response(_ data: Data) -> Response {
        Response(statusCode: 200, headers: ["Content-Type": "application/x-plist"], data: data)
    }

    /// A binary list of objects, the first of which is the root.
    private static func list(_ objects: [[UInt8]]) -> Data {
        var data = Data("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(data.count))
            data += object
        }
        let table = UInt8(data.count)
        func number(_ value: UInt8) -> Data { Data(count: 7) + [value] }
        return data + offsets + Data(count: 6) + [1, 1] + number(UInt8(offsets.count)) + number(0) + number(table)
    }
}
