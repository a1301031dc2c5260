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
    /// Which property each key of the text is, for the keys of a type, by their identity.
    private var convertedKeys: [ObjectIdentifier: [String: Int?]] = [:]

    init(_ json: JSONContentDecoder) {
        self.json = json
        convertsKeys = if case .unchanged = json.keys { false } else { true }
    }

    /// The options of a reader that reads another decoder, which has options of its own.
    static var standard: ReadingOptions { ReadingOptions(JSONContentDecoder()) }

    /// The index of a key of the text, after the strategy has converted it.
    func index(of key: String, in keys: KeyTable) -> Int? {
        if let known = convertedKeys[ObjectIdentifier(keys)]?[key] { return known }
        let name = json.keys.convert(key)
        let index = keys.names.firstIndex(of: name)
        remember(key, index, keys)
        return index
    }

    private func remember(_ key: String, _ index: Int?, _ keys: KeyTable) {
        // A text can have any number of unknown keys.
        guard convertedKeys[ObjectIdentifier(keys), default: [:]].count < 256 else { return }
        convertedKeys[ObjectIdentifier(keys), default: [:]][key] = .some(index)
    }
}
