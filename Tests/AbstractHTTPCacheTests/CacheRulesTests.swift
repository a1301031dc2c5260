import AbstractHTTP
import AbstractHTTPCache
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Rules that need no store and no server.
@Suite(.timeLimit(.minutes(5))) struct CacheRulesTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let url = "https://example.com/a"

    private func request(_ method: HTTPMethod = .get) throws -> Request {
        Request(url: try #require(URL(string: url)), method: method)
    }

    @Test(arguments: ["no-cache=\"x\", no-cache", "no-cache, no-cache=\"x\""])
    func unqualifiedNoCacheWins(control: String) throws {
        let stored = CacheStoreCase.response(url, headers: ["Cache-Control": "max-age=60, \(control)"])

        let decision = CacheRules().decision(for: try request(), stored: [stored], at: stored.responseTime)

        #expect(decision.reason == .noCache)
    }

    @Test(arguments: ["private=\"x\", private", "private, private=\"x\""])
    func unqualifiedPrivateWins(control: String) throws {
        let headers: HTTPHeaders = ["Cache-Control": "max-age=60, \(control)"]

        let update = CacheRules(isShared: true).update(after: 200, headers, to: try request(), stored: nil)

        #expect(update == .ignore(.forbidden))
    }

    @Test func listOfFieldsWithoutAnEndIsAboutAllFields() throws {
        let stored = CacheStoreCase.response(url, headers: ["Cache-Control": "no-cache=\"Set-Cookie, max-age=60"])

        let decision = CacheRules().decision(for: try request(), stored: [stored], at: stored.responseTime)

        #expect(decision.reason == .noCache)
    }

    @Test func fieldsOfRepeatedDirectivesAreJoined() throws {
        let headers: HTTPHeaders = [
            "Cache-Control": "max-age=60, private=\"X-A\"", "Cache-Control": "private=\"X-B\"", "X-A": "1", "X-B": "2",
            "X-C": "3",
        ]

        let stored = CacheRules(isShared: true).stored(
            200, headers, Data(), of: CacheRequest(try request()), sent: Self.now, received: Self.now)

        let kept = ["X-A", "X-B", "X-C"].filter { (name: String) in stored.headers[name] != nil }
        #expect(kept == ["X-C"])
    }

    /// RFC 9111, section 5.2.2.10: a private cache ignores it.
    @Test(arguments: [("max-age=60, s-maxage=10", true), ("s-maxage=60, max-age=10", false)])
    func onlyASharedCacheObeysTheLifetimeForSharedCaches(control: String, isFreshInAPrivateOne: Bool) throws {
        let stored = CacheStoreCase.response(url, headers: ["Cache-Control": control])
        let later = stored.responseTime.addingTimeInterval(30)

        let isFresh = try [false, true].map { isShared in
            let decision = CacheRules(isShared: isShared).decision(for: try request(), stored: [stored], at: later)
            return if case .fresh = decision.reason { true } else { false }
        }

        #expect(isFresh == [isFreshInAPrivateOne, !isFreshInAPrivateOne])
    }

    @Test(arguments: [true, false]) func sharedCacheDropsPrivateFieldsOfA304(isShared: Bool) throws {
        let stored = CacheStoreCase.response(url, headers: ["Cache-Control": "max-age=60", "ETag": "\"v\""])
        let headers: HTTPHeaders = ["Cache-Control": "max-age=60, private=\"X-User\"", "X-User": "ada", "X": "1"]

        let freshened = CacheRules(isShared: isShared).freshened(
            stored, by: headers, of: CacheRequest(try request()), sent: Self.now, received: Self.now)

        let expected: String? = isShared ? nil : "ada"
        #expect(freshened.headers["X-User"] == expected)
        #expect(freshened.headers["X"] == "1")
    }

    /// In quadratic time, the comparisons take longer than the time limit of the suite.
    @Test(.longComputation) func manyFieldsAreUpdatedInLinearTime() throws {
        let fields = { (prefix: String) in
            HTTPHeaders((0..<200_000).map { .init(name: HTTPHeaderName(rawValue: "\(prefix)\($0)"), value: "") })
        }
        let stored = CacheStoreCase.response(url, headers: fields("a"))

        let freshened = CacheRules().freshened(
            stored, by: fields("b"), of: CacheRequest(try request()), sent: Self.now, received: Self.now)

        #expect(freshened.headers.count >= 400_000)
    }

    @Test(arguments: [nil, .seconds(60)] as [Duration?])
    func responseThatVariesByTooManyFieldsIsNotStored(lifetime: Duration?) throws {
        let vary = { (count: Int) in
            HTTPHeaders(["Cache-Control": "max-age=60", "Vary": (0..<count).map { "a\($0)" }.joined(separator: ",")])
        }
        let (rules, request) = (CacheRules(lifetime: lifetime), try request())

        #expect(rules.update(after: 200, vary(100), to: request, stored: nil) == .store)
        #expect(rules.update(after: 200, vary(101), to: request, stored: nil) == .ignore(.varyAll))
    }

    @Test func nameThatIsRepeatedInVaryCountsOnce() throws {
        let names = String(repeating: "Accept, accept , ", count: 1_000)
        let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": names]

        #expect(CacheRules().update(after: 200, headers, to: try request(), stored: nil) == .store)
    }

    /// In quadratic time, the comparisons take longer than the time limit of the suite.
    @Test func manyNamesInVaryTakeLinearTime() throws {
        let names = (0..<200_000).map { "a\($0)" }
        var request = try request()
        request.headers = HTTPHeaders(
            (0..<20_000).map { .init(name: HTTPHeaderName(rawValue: "b\($0)"), value: "") })

        let stored = CacheRules().stored(
            200, ["Vary": names.joined(separator: ",")], Data(), of: CacheRequest(request), sent: Self.now,
            received: Self.now)

        #expect(stored.varying.count == 200_000)
    }

    /// The stored body has 4 bytes. A connector may have decoded it.
    @Test func headOfAnotherSizeDoesNotFreshen() throws {
        let cases: [(length: String, coding: String?, update: CacheUpdate)] = [
            ("4", nil, .update), ("5", nil, .invalidate(.superseded)), ("5", "gzip", .update),
        ]
        for (length, coding, expected) in cases {
            var headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
            headers["Content-Encoding"] = coding
            let stored = CacheStoreCase.response(url, headers: headers)

            let update = CacheRules().update(
                after: 200, ["Content-Length": length], to: try request(.head), stored: stored)

            #expect(update == expected, "\(length), \(coding ?? "no coding")")
        }
    }

    /// A tag decides alone.
    @Test func datesAreComparedWithoutTags() {
        let (old, new) = ("Wed, 31 Dec 2025 00:00:00 GMT", "Wed, 31 Dec 2025 12:00:00 GMT")
        let dated = CacheStoreCase.response(url, headers: ["Last-Modified": old])
        let tagged = CacheStoreCase.response(url, headers: ["Last-Modified": old, "ETag": "\"v\""])

        #expect(CacheRules().isMeant(dated, by: ["Last-Modified": old]))
        #expect(!CacheRules().isMeant(dated, by: ["Last-Modified": new]))
        #expect(CacheRules().isMeant(dated, by: [:]))
        #expect(CacheRules().isMeant(tagged, by: ["Last-Modified": new, "ETag": "\"v\""]))
    }

    private func response(sent: Date) -> CachedResponse {
        CachedResponse(
            url: url, statusCode: 200, headers: [:], body: Data(), requestTime: sent, responseTime: sent, varying: [:])
    }

    @Test func responseToAnOlderRequestIsNotInserted() {
        let (older, newer) = (response(sent: Self.now), response(sent: Self.now + 1))

        #expect(older.inserted(into: [newer]).map(\.requestTime) == [newer.requestTime])
        #expect(newer.inserted(into: [older]).map(\.requestTime) == [newer.requestTime])
    }

    /// The clock was put back.
    @Test func responseFromTheFutureIsReplaced() {
        let (future, present) = (response(sent: .distantFuture), response(sent: Self.now))

        #expect(present.inserted(into: [future]).map(\.requestTime) == [present.requestTime])
    }
}
