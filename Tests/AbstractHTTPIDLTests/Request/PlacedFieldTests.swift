import AbstractHTTP
import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Fields of a request outside of its content. `Tests/Scripts/endpoint-table` compares all formats.
@Suite struct PlacedFieldTests {
    private let connector = ScriptedConnector.always()

    private func body(_ index: Int = 0) async throws -> String? { try await connector.requests[index].body?.text() }

    @Test func fieldsGoToTheirPlaces() async throws {
        let request = FindParcelRequest(id: 7).over(connector)
        request.parts = ["a", "b c"]
        request.since = Date(timeIntervalSince1970: 784_111_777)
        request.session = "s;1 é%"
        request.dark = true

        _ = try await request.send()

        #expect(connector.lines == ["GET https://example.com/v1/parcels/7?parts=a,b%20c"])
        let sent = try #require(connector.requests.first)
        #expect(sent.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(sent.headers["Cookie"] == "sid=s%3B1%20%C3%A9%25; dark=1")
        #expect(sent.body == nil)
    }

    @Test func configurationSaysTheFormatOfDatesInAllPlaces() async throws {
        let request = GetParcelDaysRequest(day: Date(timeIntervalSince1970: 5)).over(connector)
        request.until = Date(timeIntervalSince1970: 7)
        request.configuration.dates = .secondsSince1970

        _ = try await request.send()

        #expect(connector.lines == ["GET https://example.com/v1/days/5?until=7"])
    }

    @Test func cookiesFollowThoseOfTheConfiguration() async throws {
        let request = GetParcelDaysRequest(day: Date(timeIntervalSince1970: 5)).over(connector)
        request.configuration.headers = ["cookie": "b=2"]
        request.a = "1"

        _ = try await request.send()

        #expect(connector.requests[0].headers["Cookie"] == "b=2; a=1")
    }

    @Test func nothingIsSentForFieldsThatAreNotSet() async throws {
        _ = try await FindParcelRequest(id: 7).over(connector).send()

        #expect(connector.lines == ["GET https://example.com/v1/parcels/7"])
        #expect(connector.requests[0].headers["Cookie"] == nil)
    }

    @Test func nullableFieldIsAbsentNullOrAValue() async throws {
        let request = PutParcelsIdRequest(id: "7").over(connector)
        _ = try await request.send()
        request.note = .null
        _ = try await request.send()
        request.note = .value("fragile")
        _ = try await request.send()

        #expect(try await connector.bodies() == ["{}", #"{"note":null}"#, #"{"note":"fragile"}"#])
    }

    @Test func contentHasItsMediaTypeAndTheFormatsOfItsFields() async throws {
        let request = PatchParcelsIdRequest(id: "7").over(connector)
        request.note = .null
        request.inner = .value(Parcel(id: 8, due: Date(timeIntervalSince1970: 5)))
        request.due = Date(timeIntervalSince1970: 7)
        request.weight = .infinity
        // The file says the format, so the configuration does not change it.
        request.configuration.encoder = .form

        _ = try await request.send()

        #expect(connector.requests[0].headers["Content-Type"] == "application/merge-patch+json")
        #expect(
            try await body()
                == #"{"due":7,"inner":{"due":5,"id":8},"kind":"patch","note":null,"weight":"Infinity"}"#)
    }

    @Test func wholeBodyStandsBesideAQuery() async throws {
        let lines: HTTPHeaders = ["Content-Type": "application/x-ndjson"]
        let connector = ScriptedConnector { _, _ in .response(HTTPResponse(statusCode: 200, headers: lines)) }
        let request = ShipParcelRequest(id: "7").over(connector)
        request.body = .game(ParcelGame(title: "Go"))
        request.express = true

        _ = try await request.send()

        #expect(connector.lines == ["POST https://example.com/v1/parcels/7?express=true"])
        #expect(try await connector.requests[0].body?.text() == #"{"@type":"game-2","title":"Go"}"#)
    }

    @Test func methodInQuotationMarksIsSent() async throws {
        _ = try await PurgeParcelsIdRequest(id: "7").over(connector).send()

        #expect(connector.lines == ["PURGE https://example.com/v1/parcels/7"])
    }

    @Test func rulesOfTheFileApply() async throws {
        let request = PayParcelRequest(id: "7").over(ScriptedConnector.always())
        request.cents = 5

        #expect(PayParcelRequest.traits.timeout == .seconds(300.5))
        #expect(PayParcelRequest.traits.attempts == 2)

        let failing = ScriptedConnector { number, _ in
            number == 1 ? .response(HTTPResponse(statusCode: 503, headers: ["Retry-After": "0"])) : .response(.ok)
        }
        _ = try await request.over(failing).send()

        let keys = failing.requests.map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    }

    @Test func requestIsNotRepeatedMoreOftenThanTheFileSays() async throws {
        let failing = ScriptedConnector { _, _ in
            .response(HTTPResponse(statusCode: 503, headers: ["Retry-After": "0"]))
        }

        let error = await failure { try await PayParcelRequest(id: "7").over(failing).send() }

        #expect(error?.response?.statusCode == 503 && failing.requests.count == 2)
    }
}

extension HTTPResponse {
    fileprivate static var ok: HTTPResponse {
        HTTPResponse(statusCode: 200, headers: ["Content-Type": "application/json"], data: Data("{}".utf8))
    }
}
