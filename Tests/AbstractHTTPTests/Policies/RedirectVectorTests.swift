import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The published vectors, through the rules that the pipeline follows.
@Suite(.enabled(if: SharedMaterial.has("vectors/redirects"))) struct RedirectVectorTests {
    @Test func methodAndBodyFollowTheFetchTable() throws {
        for vector in try SharedMaterial.vectors("redirects/method", of: MethodVector.self) {
            let redirect = try vector.chain.redirect(in: vector.response)

            #expect(redirect?.next.method.rawValue == vector.next?.method, "\(vector.id)")
            let body = redirect?.next.body == nil ? nil : vector.request.body
            #expect(body == vector.next?.body, "\(vector.id)")
            let names = Set((redirect?.next.headers ?? [:]).map(\.name.rawValue))
            #expect(names.isSuperset(of: vector.kept), "\(vector.id)")
            #expect(names.isDisjoint(with: vector.next?.droppedHeaders ?? []), "\(vector.id)")
        }
    }

    @Test func redirectsAreFollowedUpToTheLimit() throws {
        for vector in try SharedMaterial.vectors("redirects/limit", of: LimitVector.self) {
            var chain = RedirectChain(try request("http://a.example/"), .follow(limit: vector.limit))
            var error: RedirectError?
            for number in 1...vector.redirects where error == nil {
                do {
                    let response = Response(statusCode: vector.status, headers: ["Location": "/\(number)"])
                    chain.follow(try #require(try chain.redirect(in: response)))
                } catch let refused as RedirectError {
                    error = refused
                }
            }

            #expect((error == nil) == (vector.expect == "response"), "\(vector.id)")
            #expect(error == nil || error == .tooMany(limit: vector.limit), "\(vector.id)")
            #expect(chain.history.count == min(vector.redirects, vector.limit), "\(vector.id)")
        }
    }

    @Test func nonHTTPLocationIsAnError() throws {
        for vector in try SharedMaterial.vectors("redirects/location", of: LocationVector.self) {
            let chain = RedirectChain(try request("http://a.example/"), .follow)
            var response = Response(statusCode: vector.status)
            response.headers[.location] = vector.location

            switch (vector.expect, vector.location) {
            case ("response", _): #expect(try chain.redirect(in: response) == nil, "\(vector.id)")
            case (_, let location?):
                #expect(throws: RedirectError.invalidLocation(location), "\(vector.id)") {
                    try chain.redirect(in: response)
                }
            default: Issue.record("\(vector.id) expects an error without a Location")
            }
        }
    }

    @Test func credentialsStayWithTheirOrigin() throws {
        for vector in try SharedMaterial.vectors("redirects/authorization", of: AuthorizationVector.self) {
            guard let location = vector.to else { continue }
            var sent = try request(vector.from)
            sent.headers = [
                "Authorization": "Basic x", "Cookie": "a=b", "Proxy-Authorization": "Basic y", "X-Kept": "z",
            ]
            let chain = RedirectChain(sent, .follow(allowingDowngrade: true))

            let next = try chain.redirect(in: Response(statusCode: 302, headers: ["Location": location]))?.next

            let names = next?.headers.map(\.name.rawValue)
            #expect(
                names == (vector.authorization == "kept" ? sent.headers.map(\.name.rawValue) : ["X-Kept"]),
                "\(vector.id)")
        }
    }

    @Test func locationIsResolvedPerRFC3986() throws {
        for vector in try SharedMaterial.vectors("redirects/resolve", of: ResolveVector.self) {
            let base = try #require(URL(string: vector.base))

            #expect(base.redirected(to: vector.location)?.absoluteString == vector.target, "\(vector.id)")
        }
    }
}

private struct MethodVector: Decodable {
    struct Request: Decodable {
        var method: String
        var headers: [[String]]
        var body: String?
    }

    struct Next: Decodable {
        var method: String
        var body: String?
        var keptHeaders: [String]
        var droppedHeaders: [String]
    }

    var id: String
    var status: Int
    var request: Request
    var next: Next?

    /// The chain before the response. The pipeline leaves Content-Length to the connector, so it is omitted here.
    var chain: RedirectChain {
        get throws {
            var sent = try AbstractHTTPTests.request("http://a.example/")
            sent.method = HTTPMethod(rawValue: request.method)
            sent.body = request.body.map { .data(Data($0.utf8)) }
            for field in request.headers { sent.headers.add(HTTPHeaderName(rawValue: field[0]), field[1]) }
            return RedirectChain(sent, .follow)
        }
    }

    var response: Response { Response(statusCode: status, headers: ["Location": "/next"]) }

    var kept: Set<String> { Set(next?.keptHeaders ?? []).subtracting(["Content-Length"]) }
}

private struct LimitVector: Decodable {
    var id: String
    var status: Int
    var limit: Int
    var redirects: Int
    var expect: String
}

private struct LocationVector: Decodable {
    var id: String
    var status: Int
    var location: String?
    var expect: String
}

private struct AuthorizationVector: Decodable {
    var id: String
    var from: String
    var to: String?
    var authorization: String
}

private struct ResolveVector: Decodable {
    var id: String
    var base: String
    var location: String
    var target: String
}

private func request(_ url: String) throws -> Request {
    Request(url: try #require(URL(string: url)))
}
