import AbstractHTTP
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the errors of middleware become.
@Suite(.timeLimit(.minutes(5))) struct MiddlewareErrorTests {
    @Test func aConnectionErrorKeepsWhatItSays() async {
        var inner = ConnectionError(
            type: .validation, request: Request(url: URL(filePath: "/")), response: .text("inner"),
            failureModel: "model", underlying: Broken())
        inner.notRetriedReason = Broken(reason: "refused")
        var config = ConnectionConfig.ok
        config.middleware = [Middleware { [inner] _, _ in throw inner }]

        let error = await failure(of: Connection(TextSpec(), config: config))

        #expect(error?.type == .validation)
        #expect(error?.response?.text == "inner")
        #expect(error?.failureModel as? String == "model")
        #expect(error?.underlying as? Broken == Broken())
    }
}
