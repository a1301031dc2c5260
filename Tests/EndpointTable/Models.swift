import AbstractHTTP
import AbstractHTTPDefinitions
import Foundation

/// The models of answers, which the table names.
struct Song: Decodable, Sendable, CustomStringConvertible {
    var id: Int
    var title: String?
    var description: String { "song \(id) \(title ?? "-")" }
}

struct Problem: Decodable, Sendable, CustomStringConvertible {
    var code: Int
    var description: String { "problem \(code)" }
}

struct Limits: Decodable, Sendable, CustomStringConvertible {
    var left: Int
    var description: String { "limits \(left)" }
}

/// A success with one of several models, and with fields of the response.
enum SongAnswer: ResponseDecodable, Sendable, CustomStringConvertible {
    case found(Song)
    case moved(to: String)
    case pending(retryAfter: Int)

    init(response: Response) throws {
        switch response.statusCode {
        case 202: self = .pending(retryAfter: response.headers["Retry-After"].flatMap(Int.init) ?? 0)
        case 203: self = .moved(to: response.headers["Location"] ?? "")
        default: self = .found(try response.decoded())
        }
    }

    var description: String {
        switch self {
        case .found(let song): "found \(song)"
        case .moved(let place): "moved to \(place)"
        case .pending(let seconds): "pending \(seconds)"
        }
    }
}

/// A failure with one of several models.
enum SongFailure: ResponseDecodable, Sendable, CustomStringConvertible {
    case unknown
    case limited(Limits)
    case problem(Problem)

    init(response: Response) throws {
        switch response.statusCode {
        case 404: self = .unknown
        case 429: self = .limited(try response.decoded())
        default: self = .problem(try response.decoded())
        }
    }

    var description: String {
        switch self {
        case .unknown: "unknown"
        case .limited(let limits): "\(limits)"
        case .problem(let problem): "\(problem)"
        }
    }
}

/// A model of the fields of a response alone.
struct Page: ResponseDecodable, Sendable, CustomStringConvertible {
    var count: Int
    var next: String?

    init(response: Response) throws {
        count = response.headers["X-Count"].flatMap(Int.init) ?? 0
        next = response.headers["X-Next"]
    }

    var description: String { "page of \(count), then \(next ?? "none")" }
}

/// Work that a server has not finished yet.
struct Job: Decodable, Sendable, CustomStringConvertible {
    var job: String
    var progress: Double
    var description: String { "job \(job) at \(progress)" }
}

/// A success with a model for each of two statuses. It prints its model, as definitions return the model itself.
enum ImportAnswer: ResponseDecodable, Sendable, CustomStringConvertible {
    case finished(Song)
    case accepted(Job)

    init(response: Response) throws {
        self = response.statusCode == 202 ? .accepted(try response.decoded()) : .finished(try response.decoded())
    }

    var description: String {
        switch self {
        case .finished(let song): "\(song)"
        case .accepted(let job): "\(job)"
        }
    }
}

/// The faults that a FastAPI server has found in a request.
struct Refusal: Decodable, Sendable, CustomStringConvertible {
    struct Fault: Decodable, Sendable {
        var type: String
        var loc: [String]
    }

    var detail: [Fault]
    var description: String {
        "refused: " + detail.map { "\($0.type) in \($0.loc.joined(separator: "."))" }.joined(separator: ", ")
    }
}

/// An object without members.
struct Unit: Codable, Sendable {}

func registerModels(_ registry: DefinitionRegistry) {
    registry.register(Song.self)
    registry.register(Problem.self)
    registry.register(Limits.self)
    registry.register(SongAnswer.self)
    registry.register(SongFailure.self)
    registry.register(Page.self)
    registry.register(Job.self)
    registry.register(Refusal.self)
}
