// Reads texts that were changed at random, and writes what it has read. Tests/Scripts/fuzz-json compiles it with the
// sources of JSONBytes and the address sanitizer.

/// Gives the same numbers in each run (SplitMix64).
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

let texts = [
    #"{"id":1,"na\"me":"x","größe":1.5,"tags":["a\n\u00e9\ud83d\ude00","日本語",null,true,false],"deep":[[[{"a":{}}]]],"n":-12.5e-3}"#,
    #"[1,2.5,-0,1e308,123456789012345678901234567890,0.1,17.000000000000004,9007199254740993,1e-320]"#,
    #"{"id":2,"title":"a text that is longer than thirty-two bytes, so that it is read in steps","extra":"\\\/\b\f\n\r\t"}"#,
]
let pieces = [
    "\"", "\\", "{", "}", "[", "]", ",", ":", "\\u", "\\ud800", "\\udc00", "\\u00", "\u{0}", "\u{1}", "é", "😀", "1",
    "-", ".", "e", "0",
    "null", "tru", "\"id\":", "\"na\\\"me\":", " ", "\n", "99999999999999999999", "\u{FEFF}",
]

func changed(_ text: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = text
    for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...5, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.replaceSubrange(start..<end, with: (pieces.randomElement(using: &random) ?? "").utf8)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
        default: bytes.removeSubrange(start...)
        }
    }
    return bytes
}

let keys = KeyTable(["id", "na\"me", "größe", "tags", "deep", "n", "title", "a key of more than eight bytes"])

/// Reads a value of any kind, and writes it.
func copy(_ reader: inout JSONByteReader, to output: inout OutputBytes) throws {
    switch reader.kind {
    case .object:
        output.append(UInt8(ascii: "{"))
        let start = output.count
        guard try reader.beginObject() else { return output.append(UInt8(ascii: "}")) }
        var (isFirst, guess) = (true, 0)
        reading: while true {
            switch try reader.nextKey(in: keys, guess: guess, isFirst: isFirst) {
            case .none: break reading
            case .known(let key):
                if !isFirst { output.append(UInt8(ascii: ",")) }
                keys.write(key, to: &output)
                guess = key + 1
            case .unknown:
                guard let key = reader.unknownKey else { fatalError("there is no key") }
                if !isFirst { output.append(UInt8(ascii: ",")) }
                output.append(string: try reader.text(of: key))
            }
            output.append(UInt8(ascii: ":"))
            isFirst = false
            try copy(&reader, to: &output)
        }
        output.append(UInt8(ascii: "}"))
        output.sortMembers(from: start - 1)
    case .array:
        output.append(UInt8(ascii: "["))
        if try reader.beginArray() {
            var isFirst = true
            repeat {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                try copy(&reader, to: &output)
            } while try reader.nextElement()
        }
        output.append(UInt8(ascii: "]"))
    case .string: output.append(string: try reader.string())
    case .boolean: output.append(try reader.boolean() ? "true" : "false")
    case .null where reader.skipNull(): output.append("null")
    default: output.append(number: "\(try reader.double())")
    }
}

/// The text that is written for a text, or nil if it is refused.
func copied(_ bytes: [UInt8]) -> [UInt8]? {
    var output = OutputBytes(capacity: 0)
    let isCopied = bytes.withUnsafeBytes { bytes in
        let view = ByteView(bytes)
        var reader = JSONByteReader(view)
        do {
            try copy(&reader, to: &output)
            try reader.finish()
            return true
        } catch {
            if let error = error as? JSONSyntaxError { _ = (view.place(of: error.offset), view.path(to: error.offset)) }
            return false
        }
    }
    guard isCopied else { return nil }
    return output.withView { view in view.withBytes(from: 0, to: view.count) { Array($0) } }
}

/// Whether the text is JSON.
func isPassed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var reader = JSONByteReader(ByteView(bytes))
        do throws(JSONSyntaxError) {
            try reader.skipValue()
            try reader.finish()
            return true
        } catch {
            return false
        }
    }
}

var random = Random(state: 54)
let count = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 20_000
var accepted = 0
for number in 0..<count {
    let bytes = changed(Array(texts[number % texts.count].utf8), &random)
    guard let copy = copied(bytes) else {
        // A number can be too large for a `Double`, and is passed all the same.
        _ = isPassed(bytes)
        continue
    }
    guard isPassed(bytes) else { fatalError("read, but not passed: \(String(decoding: bytes, as: UTF8.self))") }
    accepted += 1
    guard copied(copy) == copy else { fatalError("a copy differs: \(String(decoding: bytes, as: UTF8.self))") }
}
guard accepted > count / 20 else { fatalError("only \(accepted) of \(count) texts were read") }
print("\(count) texts, \(accepted) of them read and written")
