import Foundation
import Testing

@testable import AbstractHTTP

/// The rules that no vector covers.
@Suite struct RedirectChainTests {
    @Test(arguments: [
        ("http://a/b/c", "http://h/x/../y/./z", "http://h/y/z"), ("http://a/b", "//h/../y", "http://h/y"),
        ("http://a/b", "/ä b", "http://a/%C3%A4%20b"), ("http://a/b", " /c ", "http://a/c"),
        ("http://a/b#f", "", "http://a/b#f"), ("http://a/b#f", "?q", "http://a/b?q#f"),
        ("http://a/b#f", "#g", "http://a/b#g"),
        ("http://a/b", "HTTPS://H/c", "https://H/c"), ("http://u:p@a:81/b", "/c", "http://u:p@a:81/c"),
        ("http://a/", "//[::1]:80/x", "http://[::1]:80/x"),
        ("http://a/", "/b%20c%?u=http://x/", "http://a/b%20c%25?u=http://x/"),
        ("http://a/", "?u=http://[::1]/a[b]", "http://a/?u=http://%5B::1%5D/a%5Bb%5D"),
    ])
    func aLocationIsResolved(base: String, location: String, target: String) {
        #expect(URL(string: base)?.redirected(to: location)?.absoluteString == target)
    }

    @Test(
        arguments: ["mailto:a@b", "http:g", "http://", "//", "http://a:99999/", "ftp://a/", "http://a b/"]
            + [#"http://b\@a/"#, #"//b\@a/"#, "//b%41/", "//b\u{1}/", "//b..c/", "http://.b/"])
    func invalidLocationIsRejected(location: String) {
        #expect(error(of: RedirectChain(.to("http://a/"), .follow), location) == .invalidLocation(location))
    }

    @Test func downgradeMustBeAllowed() throws {
        let target = try #require(URL(string: "http://a/"))

        #expect(error(of: RedirectChain(.to("https://a/"), .follow), "http://a/") == .downgrade(to: target))
        #expect(error(of: RedirectChain(.to("https://a/"), .follow(allowingDowngrade: true)), "http://a/") == nil)
        #expect(error(of: RedirectChain(.to("http://a/"), .follow), "https://a/") == nil)
    }

    @Test func repeatedRequestIsALoop() throws {
        var chain = RedirectChain(.to("http://a/1"), .follow)
        for path in ["/2", "/3"] { chain.follow(try #require(try chain.redirect(in: .redirect(to: path)))) }

        #expect(error(of: chain, "/2") == .loop(try #require(URL(string: "http://a/2"))))
        #expect(error(of: chain, "/3#f") == .loop(try #require(URL(string: "http://a/3#f"))))
        #expect(error(of: chain, "/4") == nil)
    }

    @Test func theSameURLAfterACookieOrWithAnotherMethodIsNoLoop() throws {
        let withCookie = Response(statusCode: 302, headers: ["Location": "/1", "Set-Cookie": "a=b"])
        let chain = RedirectChain(.to("http://a/1"), .follow)
        var post = Request.to("http://a/1")
        post.method = .post

        #expect(try chain.redirect(in: withCookie) != nil)
        #expect(error(of: RedirectChain(post, .follow), "/1") == nil)
    }

    @Test func spentBodyCannotBeResent() async throws {
        var request = Request.to("http://a/")
        request.method = .post
        let body = RequestBody.stream { AsyncStream { $0.finish() } }
        request.body = body
        for try await _ in body {}

        #expect(error(of: RedirectChain(request, .follow), "/x", statusCode: 307) == .bodyAlreadySent)
        #expect(error(of: RedirectChain(request, .follow), "/x", statusCode: 303) == nil)
    }

    @Test func hostFieldIsDroppedWhenTheHostChanges() throws {
        var request = Request.to("http://a/")
        request.headers = ["Host": "virtual"]
        let chain = RedirectChain(request, .follow)

        #expect(try chain.redirect(in: .redirect(to: "http://b/"))?.next.headers == [:])
        #expect(try chain.redirect(in: .redirect(to: "/c"))?.next.headers == request.headers)
    }

    @Test func fieldsAboutTheBodyAreDroppedWithIt() throws {
        let names: [HTTPHeaderName] = [
            "Accept", "Content-Digest", "Content-Encoding", "Content-Language", "Content-Length", "Content-Location",
            "Content-Range", "Content-Type", "Digest", "Expect", "Last-Modified", "Repr-Digest", "Transfer-Encoding",
        ]
        var request = Request.to("http://a/")
        request.method = .post
        for name in names { request.headers.add(name, "x") }
        let chain = RedirectChain(request, .follow)

        #expect(try chain.redirect(in: .redirect(to: "/b"))?.next.headers == ["Accept": "x"])
        #expect(try chain.redirect(in: .redirect(to: "/b", statusCode: 307))?.next.headers == request.headers)
    }

    @Test func errorsSayWhatToDoAndHideSecrets() throws {
        let url = try #require(URL(string: "http://u:p@a/x?token=1"))
        let texts = [
            RedirectError.tooMany(limit: 20), .loop(url), .invalidLocation("ftp://u:p@a/?token=1"), .downgrade(to: url),
            .bodyAlreadySent,
        ].map(\.description)

        #expect(
            texts == [
                "more redirects than the limit of 20; RedirectPolicy.follow(limit:) allows more",
                "the redirects form a loop back to http://a/x",
                "the Location \"ftp://a/\" is not an http or https URL",
                "the redirect leads from https to http://a/x; RedirectPolicy.follow(allowingDowngrade:) allows it",
                "the redirect wants the body once more, which can be sent only once; give it replay: .multiple, data or a file",
            ])
    }

    private func error(of chain: RedirectChain, _ location: String, statusCode: Int = 302) -> RedirectError? {
        do throws(RedirectError) {
            _ = try chain.redirect(in: .redirect(to: location, statusCode: statusCode))
            return nil
        } catch {
            return error
        }
    }
}

extension Request {
    fileprivate static func to(_ url: String) -> Request { Request(url: URL(string: url) ?? URL(filePath: "/")) }
}
