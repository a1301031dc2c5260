import AbstractHTTP
import Foundation

/// A case of the published cache tests.
struct CacheCase: Decodable, Sendable {
    let id: String
    let kind: String
    let requests: [Exchange]
    private let depends_on: [String]?

    var dependencies: [String] { depends_on ?? [] }

    /// A header value: text, a date that many seconds from now, or the path of the request with a suffix.
    enum Value: Decodable, Sendable {
        case text(String)
        case date(Double)
        case path(String)

        private enum Keys: String, CodingKey { case date, path }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
                return
            }
            let container = try decoder.container(keyedBy: Keys.self)
            if let seconds = try container.decodeIfPresent(Double.self, forKey: .date) {
                self = .date(seconds)
            } else {
                self = .path(try container.decode(String.self, forKey: .path))
            }
        }

        func text(at now: Date, target: String) -> String {
            switch self {
            case .text(let text): text
            case .date(let seconds): Self.format.string(from: now.addingTimeInterval(seconds))
            case .path(let path): path.isEmpty ? target : "\(target)/\(path)"
            }
        }

        static let format: DateFormatter = {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(secondsFromGMT: 0)
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return format
        }()
    }

    struct Field: Decodable, Sendable {
        let name: String
        let value: Value
        /// Whether the client must receive the field as it was sent.
        let isNoted: Bool

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decode(String.self)
            value = try container.decode(Value.self)
            isNoted = container.isAtEnd ? true : try container.decode(Bool.self)
        }
    }

    /// The expected value of a response header.
    enum Expectation: Decodable, Sendable {
        case present(String)
        case equal(String, Value)
        case greater(String, Int)
        case same(String, String)

        init(from decoder: any Decoder) throws {
            if let name = try? decoder.singleValueContainer().decode(String.self) {
                self = .present(name)
                return
            }
            var container = try decoder.unkeyedContainer()
            let name = try container.decode(String.self)
            let value = try container.decode(Value.self)
            guard !container.isAtEnd, case .text(let relation) = value else {
                self = .equal(name, value)
                return
            }
            self =
                relation == ">"
                ? .greater(name, try container.decode(Int.self)) : .same(name, try container.decode(String.self))
        }

        var name: String {
            switch self {
            case .present(let name), .equal(let name, _), .greater(let name, _), .same(let name, _): name
            }
        }
    }

    struct Exchange: Decodable, Sendable {
        let request_method: String?
        let request_body: String?
        let request_headers: [Field]?
        let filename: String?
        let query_arg: String?
        let pause_after: Bool?
        let response_pause: Double?
        private let response_status: [Status]?
        let response_headers: [Field]?
        let response_body: String?
        let disconnect: Bool?
        let expected_type: String?
        let expected_status: Int?
        let expectsAnyStatus: Bool
        let expected_response_headers: [Expectation]?
        let expected_response_headers_missing: [Expectation]?
        let expected_response_text: String?
        let expectsAnyText: Bool
        let expected_method: String?
        let expected_request_headers: [Expectation]?
        let check_body: Bool?
        let setup: Bool?
        let setup_tests: [String]?

        var status: Int? { response_status.flatMap { $0.first?.code } }

        private struct Status: Decodable, Sendable {
            let code: Int?

            init(from decoder: any Decoder) throws {
                code = try? decoder.singleValueContainer().decode(Int.self)
            }
        }

        private enum CodingKeys: String, CodingKey, CaseIterable {
            case request_method, request_body, request_headers, filename, query_arg, pause_after, response_pause
            case response_status, response_headers, response_body, disconnect, expected_type, expected_status
            case expected_response_headers, expected_response_headers_missing, expected_response_text
            case expected_method, expected_request_headers, check_body, setup, setup_tests
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func read<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
                try container.decodeIfPresent(Value.self, forKey: key)
            }
            // Null means that any value is fine. A missing key means something else.
            func isNull(_ key: CodingKeys) throws -> Bool {
                try container.contains(key) && container.decodeNil(forKey: key)
            }
            (request_method, request_body) = (try read(.request_method), try read(.request_body))
            (request_headers, filename) = (try read(.request_headers), try read(.filename))
            (query_arg, pause_after) = (try read(.query_arg), try read(.pause_after))
            (response_pause, response_status) = (try read(.response_pause), try read(.response_status))
            (response_headers, response_body) = (try read(.response_headers), try read(.response_body))
            (disconnect, expected_type) = (try read(.disconnect), try read(.expected_type))
            (expected_status, expectsAnyStatus) = (try read(.expected_status), try isNull(.expected_status))
            expected_response_headers = try read(.expected_response_headers)
            expected_response_headers_missing = try read(.expected_response_headers_missing)
            expected_response_text = try read(.expected_response_text)
            expectsAnyText = try isNull(.expected_response_text)
            (expected_method, check_body) = (try read(.expected_method), try read(.check_body))
            expected_request_headers = try read(.expected_request_headers)
            (setup, setup_tests) = (try read(.setup), try read(.setup_tests))
        }
    }
}
