import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation

/// Endpoints of a `.http` file: `API/Songs.http`, of which the plugin makes `GetSongsSongIdRequest` and the others.
enum IDLSection: Section {
    static let name = "idl"
    static let summary =
        "Endpoints in a .http file become Swift code: a class for each request, a struct for each response"

    static func run(on stage: Stage) async throws {
        let server = try LoopbackServer(handler: answer)

        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../API/Songs.http")
        stage.declaration("MESSAGE", file: file.path)
        stage.code()
        let request = GetSongsSongIdRequest(song_id: "while my guitar")
        request.configuration.baseURLString = server.url
        request.language = "en"
        let response = try await request.send()

        stage.expect("The title", response.song?.title, is: "While My Guitar Gently Weeps")
        stage.expect("The ID", response.song?.id, is: 18_446_744_073_709_551_615)
        stage.expect("A mood that the file does not list", response.song?.mood?.rawValue, is: "weeping")
        stage.expect("Whether a field with the wrong type is nil", response.lines == nil, is: true)

        stage.code()
        let change = PutSongsSongIdRequest(song_id: "7")
        change.configuration.baseURLString = server.url
        change.body = Song(id: 7, title: "Help!", mood: .LOUD, cover: Song(title: "Help"))
        let changed = Promise<PutSongsSongIdResponse?>()
        change.send(completion: { changed.fulfill($0) }) { _ in changed.fulfill(nil) }

        stage.expect("The cover in the response", await changed.value()?.body?.cover?.title, is: "Help")

        stage.expect(
            "The requests",
            server.requests.map(\.line),
            is: [
                "GET /songs/while%20my%20guitar?lang=en&verses=2",
                #"PUT /songs/7 {"cover":{"title":"Help"},"id":7,"mood":"loud","title":"Help!"}"#,
            ])
    }

    private static let answer: LoopbackServer.Handler = { request in
        guard request.method == .get else { return .json(String(decoding: request.body, as: UTF8.self)) }
        let song = #"{"id": 18446744073709551615, "title": "While My Guitar Gently Weeps", "mood": "weeping"}"#
        return .json(#"{"song": \#(song), "lines": 4, "more": true}"#)
    }
}
