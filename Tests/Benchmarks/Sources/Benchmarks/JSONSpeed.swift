import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPJSON
import Foundation

/// How fast models with `@JSONModel` are read and written, relative to the same models with `JSONDecoder` and
/// `JSONEncoder` in the same run.
///
/// Fails if a ratio is under three quarters of the one that is promised, because other programs disturb a short run. In
/// a debug build, it fails if a ratio is under 0.5.
enum JSONSpeed {
    struct TooSlow: Error {
        let document: String
        let ratio: Double
    }

    static func run(rounds: Int) throws {
        print("\nJSON: how many times as fast as JSONDecoder and JSONEncoder (medians of \(rounds) rounds)")
        try compare("songs", [Direct.Song].self, [ByFoundation.Song].self, JSONDocuments.songs, 12, 8, rounds)
        try compare(
            "repositories", [Direct.Repository].self, [ByFoundation.Repository].self, JSONDocuments.repositories, 8, 8,
            rounds)
        try compare(
            "texts, Japanese", [Direct.Text].self, [ByFoundation.Text].self, JSONDocuments.japaneseTexts, 2.5, 5, rounds
        )
        try compare(
            "texts, Russian", [Direct.Text].self, [ByFoundation.Text].self, JSONDocuments.russianTexts, 2.5, 5, rounds)
        try compare(
            "texts with escapes", [Direct.Text].self, [ByFoundation.Text].self, JSONDocuments.escapedTexts, 5, 5, rounds
        )
        try compare(
            "coordinates, 6 decimals", [Direct.Route].self, [ByFoundation.Route].self, JSONDocuments.shortCoordinates,
            6, 8,
            rounds)
        try compare(
            "coordinates, 17 digits", [Direct.Route].self, [ByFoundation.Route].self, JSONDocuments.longCoordinates, 6,
            8, rounds)
        // The encoders of this framework refuse a value that is so deep.
        try compare("240 levels", [Direct.Node].self, [ByFoundation.Node].self, JSONDocuments.deep, 12, nil, rounds)
        try compare("60 of 60 members", [Direct.Wide].self, [ByFoundation.Wide].self, JSONDocuments.wide, 4, 8, rounds)
        try compare("3 of 60 members", [Direct.Few].self, [ByFoundation.Few].self, JSONDocuments.wide, 5, 8, rounds)
        try compare(
            "songs, .http file", GetSongsResponse.self, [ByFoundation.Song].self, JSONDocuments.songs, 3, rounds)
        try compare(
            "repositories, .http file", GetRepositoriesResponse.self, [ByFoundation.Repository].self,
            JSONDocuments.repositories, 2, rounds)
    }

    private static func compare<Model: GeneratedResponse, Twin: Decodable>(
        _ name: String, _ model: Model.Type, _ twin: Twin.Type, _ text: Data, _ decoding: Double, _ rounds: Int
    ) throws {
        let foundation = JSONDecoder()
        let (response, configuration) = (AbstractHTTP.Response(statusCode: 200, data: text), BaseConfiguration())
        let read = try ratio(
            rounds, { _ = try foundation.decode(Twin.self, from: text) },
            { _ = try Model(rawResponse: response, configuration: configuration) })
        print("\(name.padding(toLength: 26, withPad: " ", startingAt: 0))\(String(format: "%6.1f", read))")
        try check(read, decoding, name)
    }

    private static func compare<Model: JSONReadable & JSONWritable, Twin: Codable>(
        _ name: String, _ model: Model.Type, _ twin: Twin.Type, _ text: Data, _ decoding: Double, _ encoding: Double?,
        _ rounds: Int
    ) throws {
        let (decoder, foundation) = (JSONContentDecoder(), JSONDecoder())
        let response = AbstractHTTP.Response(statusCode: 200, data: text)
        let read = try ratio(
            rounds, { _ = try foundation.decode(Twin.self, from: text) },
            { _ = try decoder.decode(Model.self, from: response) })
        var line = "\(name.padding(toLength: 26, withPad: " ", startingAt: 0))\(String(format: "%6.1f", read))"
        try check(read, decoding, name)
        if let encoding {
            let (encoder, sorting) = (JSONContentEncoder(), JSONEncoder())
            sorting.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let value = try decoder.decode(Model.self, from: response)
            let other = try foundation.decode(Twin.self, from: text)
            let written = try ratio(
                rounds, { _ = try sorting.encode(other) }, { _ = try encoder.encode(value) })
            line += String(format: "%6.1f", written)
            try check(written, encoding, name)
        }
        print(line)
    }

    private static func check(_ ratio: Double, _ promised: Double, _ name: String) throws {
        #if DEBUG
            let least = 0.5
        #else
            let least = promised * 0.75
        #endif
        guard ratio > least else { throw TooSlow(document: name, ratio: ratio) }
    }

    /// The median of the ratios of the two, which take turns.
    private static func ratio(_ rounds: Int, _ slow: () throws -> Void, _ fast: () throws -> Void) throws -> Double {
        var ratios: [Double] = []
        for round in 0...rounds {
            let slowTime = try seconds(8, slow) / 8
            let fastTime = try seconds(64, fast) / 64
            // The first round creates what later ones use again.
            if round > 0 { ratios.append(slowTime / fastTime) }
        }
        return median(ratios)
    }

    private static func seconds(_ count: Int, _ work: () throws -> Void) throws -> Double {
        let start = cpuSeconds()
        for _ in 0..<count { try work() }
        return cpuSeconds() - start
    }
}
