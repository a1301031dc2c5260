import AbstractHTTP
import AbstractHTTPJSON
import AbstractHTTPStreams
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

@JSONModel
nonisolated struct Song: Sendable {
    let id: Int
    var title: String
    var seconds: Double?
    var plays = 0

    enum CodingKeys: String, CodingKey {
        case id, title = "name", seconds, plays
    }
}

struct ListSongs: ConnectionSpec {
    typealias ResponseModel = [Song]
    let album: Int
    var request: HTTP { HTTP("/albums/\(album)/songs") }
}

@JSONModel(unknownKeys: "details")
nonisolated struct Artist: Sendable {
    var name: String
    var details: [String: HTTPContent] = [:]
}

nonisolated struct Loudness: JSONReadable, JSONWritable, Sendable {
    var decibels: Double
    var peak: Int?

    static let keys = JSONKeys("dB", "peak")

    init(json: inout JSONReader) throws {
        var (decibels, peak): (Double?, Int?)
        var members = try json.object(Self.keys)
        while let key = try json.next(&members) {
            switch key {
            case 0: decibels = try json.read(Double.self)
            default: peak = try json.readIfPresent(Int.self)
            }
        }
        guard let decibels else { throw json.missing(0, members) }
        (self.decibels, self.peak) = (decibels, peak)
    }

    func write(json: inout JSONWriter) {
        var members = json.object(Self.keys)
        json.write(decibels, 0, &members)
        json.write(peak, 1, &members)
        json.end(members)
    }
}

nonisolated struct Tempo: JSONReadable, JSONWritable, Sendable {
    var beats: Int

    init(json: inout JSONReader) throws { beats = try json.read(Int.self) }

    func write(json: inout JSONWriter) { json.write(beats) }
}

struct ExportSongs: ConnectionSpec {
    typealias ResponseModel = JSONElements<Song>
    var request: HTTP { HTTP("/songs") }
}

@Suite(.timeLimit(.minutes(5))) struct JSONPageTests {
    private let client = APIClient(baseURL: "https://music.example.com") { config in
        config.connector = ScriptedConnector.always(#"[{"id":1,"name":"a"},{"name":"b","id":2,"seconds":180.5}]"#)
    }

    @Test func modelsAreRead() async throws {
        let songs = try await client.send(ListSongs(album: 7))

        #expect(songs.map(\.title) == ["a", "b"] && songs.map(\.seconds) == [nil, 180.5])
    }

    @Test func elementsAreReadWhileTheyArrive() async throws {
        for try await song in try await client.send(ExportSongs()) {
            print(song.title)
        }
    }

    @Test func conformancesByHandReadAndWrite() throws {
        let text = #"{"dB":-3.5,"peak":9}"#
        let decoder = JSONContentDecoder()

        let loudness = try #require(try Loudness.decode(Data(text.utf8), by: decoder))
        let tempo = try #require(try Tempo.decode(Data("120".utf8), by: decoder))
        let artist = try #require(try Artist.decode(Data(#"{"name":"a","born":1815}"#.utf8), by: decoder))

        #expect(try loudness.encoded(by: JSONContentEncoder()) == Data(text.utf8))
        #expect(tempo.beats == 120 && artist.details == ["born": 1815])
    }

    @Test func errorIsThatOfThePage() async throws {
        let connector = ScriptedConnector.always(#"[{"id":1,"name":"a"},{"id":2,"name":null}]"#)
        let client = APIClient(baseURL: "https://music.example.com") { $0.connector = connector }

        let error = await failure { try await client.send(ListSongs(album: 7)) }

        let text = #"cannot decode Array<Song> at "[1].name": line 1, column 37: the value is null; "#
        #expect(
            error?.description.contains(text + "make the property optional") == true, "\(String(describing: error))")
    }
}
