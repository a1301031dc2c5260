import AbstractHTTP
import Foundation
import JSONBytes

/// How values are read. One is shared by everything in a text.
final class ReadingOptions {
    /// The options of the decoder.
    let json: JSONContentDecoder
    /// Whether the keys of the text are converted.
    let convertsKeys: Bool
    /// Reads the types that are not ``JSONReadable``.
    private(set) lazy var foundation = json.makeDecoder()
    /// Which property each key of the text is, by the identity of the keys of a type, which stay alive here.
    private var convertedKeys: [ObjectIdentifier: ConvertedKeys] = [:]

    private struct ConvertedKeys {
        let table: KeyTable
        var indices: [String: Int?] = [:]
    }

    init(_ json: JSONContentDecoder) {
        self.json = json
        convertsKeys = if case .unchanged = json.keys { false } else { true }
    }

    /// The options of a reader that reads another decoder, which has options of its own.
    static var standard: ReadingOptions { ReadingOptions(JSONContentDecoder()) }

    /// The index of a key of the text, after the strategy has converted it.
    func index(of key: String, in keys: KeyTable) -> Int? {
        if let known = convertedKeys[ObjectIdentifier(keys)]?.indices[key] { return known }
        let name = json.keys.convert(key)
        let index = keys.names.firstIndex(of: name)
        remember(key, index, keys)
        return index
    }

    private func remember(_ key: String, _ index: Int?, _ keys: KeyTable) {
        var converted = convertedKeys.removeValue(forKey: ObjectIdentifier(keys)) ?? ConvertedKeys(table: keys)
        // A text can have any number of unknown keys.
        if converted.indices.count < 256 { converted.indices[key] = .some(index) }
        convertedKeys[ObjectIdentifier(keys)] = converted
    }
}
