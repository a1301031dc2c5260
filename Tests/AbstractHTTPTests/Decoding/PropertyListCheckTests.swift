import AbstractHTTP
import Foundation
import Testing

/// Property lists that a server sends to do harm: Foundation ends the process on most of these.
@Suite struct PropertyListCheckTests {
    @Test(arguments: [
        "<plist>" + String(repeating: "<array>", count: 20_000) + String(repeating: "</array>", count: 20_000)
            + "</plist>",
        "<plist>" + String(repeating: "<!-- </array> --><array>", count: 20_000),
        "<plist>" + String(repeating: "<![CDATA[</array>]]><dict><key>a</key>", count: 20_000),
        String(repeating: "(", count: 200_000) + String(repeating: ")", count: 200_000), "{ a = 1; }", "  ", "<",
    ])
    func textThatIsNoWellFormedXMLOrTooDeepIsRefused(text: String) {
        #expect(throws: DecodingError.self) { try response(Data(text.utf8)).decoded(as: [Int].self) }
        #expect(throws: DecodingError.self) { try response(Data(text.utf8)).decoded(as: HTTPContent.self) }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        let data = Data("<plist><integer>".utf8) + [0xFF] + Data("000000000</integer></plist>".utf8)

        #expect(throws: DecodingError.self) { try response(data).decoded(as: Int.self) }
    }

    @Test func nestingUpToTheLimitIsRead() throws {
        let text =
            "<plist>" + String(repeating: "<array>", count: 500) + String(repeating: "</array>", count: 500)
            + "</plist>"

        #expect(try response(Data(text.utf8)).decoded(as: HTTPContent.self) != .null)
    }

    @Test(arguments: [
        // A dictionary of more members than there are bytes.
        list([[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x08]]),
        // An array in itself, and two in each other.
        list([[0xA1, 0x00]]), list([[0xA1, 0x01], [0xA1, 0x00]]),
        // An object that is not there, one of no kind, and a text beyond the end.
        list([[0xA1, 0x07]]), list([[0x70]]), list([[0x5E, 0x61]]),
        // Forty arrays, each of which holds the next one twice.
        list((1...40).map { [0xA2, $0, $0] } + [[0xA0]]),
        // No table of offsets, and less than a trailer.
        Data("bplist00".utf8) + Data(repeating: 0xFF, count: 32), Data("bplist00".utf8),
    ])
    func binaryListsThatAreNotSoundAreRefused(data: Data) {
        #expect(throws: DecodingError.self) { try response(data).decoded(as: HTTPContent.self) }
    }

    @Test func everyByteOfAListMayBeAnother() throws {
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
