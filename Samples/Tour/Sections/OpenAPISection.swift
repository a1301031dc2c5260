import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import OpenAPIImport

/// An OpenAPI document, `API/concerts.json`, whose `.http` files are next to it. `BoxOffice` is the client of them.
enum OpenAPISection: Section {
    static let name = "openapi"
    static let summary = "An OpenAPI document becomes .http files, and these become a client"

    static func run(on stage: Stage) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../API").standardized

        stage.code()
        let document = try Data(contentsOf: folder.appending(path: "concerts.json"))
        let api = try OpenAPIImporter().importing(Array(document))

        stage.expect(
            "The files", api.files.map(\.name), is: ["client.http", "concerts.http", "models.http"])
        stage.expect("What the files cannot say", api.entries.map(\.description), is: [])
        let files = try api.files.map { try String(contentsOf: folder.appending(path: $0.name), encoding: .utf8) }
        stage.expect("Whether the files of this target are the same", api.files.map(\.text) == files, is: true)
        stage.declaration("MESSAGE /concerts {", file: folder.appending(path: "concerts.http").path)

        let server = try LoopbackServer()
        server.enqueue(
            .json(#"[{"id": 7, "band": "The Beatles", "kind": "hip-hop", "starts_at": null}]"#),
            .json(#"{"taken_seats": ["B4"]}"#, statusCode: 409))

        stage.code()
        let boxOffice = BoxOffice(server: server.url, token: .secret("8a1f"))
        let concerts = try await boxOffice.concerts.findConcerts(city: "Hamburg", genres: ["jazz", "hip-hop"]).body

        stage.expect("The band", concerts?.first?.band, is: "The Beatles")
        stage.expect("The kind", concerts?.first?.kind?.rawValue, is: "hip-hop")

        stage.code()
        var soldOut: SoldOut?
        do {
            _ = try await boxOffice.concerts.buyTicket(id: 7, seats: ["A1", "B4"])
        } catch {
            soldOut = error.failureModel as? SoldOut
        }

        stage.expect("The seats that are taken", soldOut?.takenSeats, is: ["B4"])
        stage.expect(
            "The requests", server.requests.map(\.line),
            is: ["GET /concerts?city=Hamburg&genres=jazz,hip-hop", #"POST /concerts/7/tickets {"seats":["A1","B4"]}"#])
    }
}
