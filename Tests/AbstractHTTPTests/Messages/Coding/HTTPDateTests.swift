import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The published vectors of RFC 9110, section 5.6.7.
@Suite(.enabled(if: SharedMaterial.has("vectors/retry-after"))) struct HTTPDateTests {
    @Test func everyDateIsReadAsPublished() throws {
        let vectors = try SharedMaterial.vectors("retry-after/http-date", of: Vector.self)
        for vector in vectors {
            let now = vector.now.map(Date.init(timeIntervalSince1970:)) ?? Date()

            let seconds = Date(httpDate: vector.text, now: now)?.timeIntervalSince1970

            switch vector.rule {
            case "must": #expect(seconds == vector.epoch, "\(vector.id)")
            case "may": #expect(seconds == nil || seconds == vector.epoch, "\(vector.id)")
            case "reject": #expect(seconds == nil, "\(vector.id)")
            default: Issue.record("\(vector.id) has another rule: \(vector.rule)")
            }
        }
        #expect(vectors.count { $0.rule == "must" } >= 30)
    }

    @Test func aYearOfTwoDigitsIsAtMostFiftyYearsAhead() {
        let now = Date(timeIntervalSince1970: 1_767_225_600)

        #expect(Date(httpDate: "Wednesday, 01-Jan-76 00:00:00 GMT", now: now)?.timeIntervalSince1970 == 3_345_062_400)
        #expect(Date(httpDate: "Thursday, 01-Jan-76 00:00:01 GMT", now: now)?.timeIntervalSince1970 == 189_302_401)
    }

    private struct Vector: Decodable {
        let id: String
        let text: String
        let epoch: Double?
        let rule: String
        let now: Double?
    }
}
