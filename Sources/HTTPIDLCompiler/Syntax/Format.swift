/// How a value is written, after the word `AS`. The raw value is the IDL keyword.
enum Format: String, CaseIterable {
    case repeated = "REPEATED"
    case brackets = "BRACKETS"
    case indexed = "INDEXED"
    case commas = "COMMAS"
    case spaces = "SPACES"
    case pipes = "PIPES"

    case dots = "DOTS"
    case joined = "JOINED"

    case digits = "DIGITS"

    case dateTime = "DATE_TIME"
    case httpDate = "HTTP_DATE"
    case seconds = "SECONDS"
    case milliseconds = "MILLISECONDS"

    /// An array without elements is sent.
    case sentEmpty = "EMPTY"
    /// Numbers that are infinite or NaN are written by name.
    case names = "NAMES"
    /// Each member is a field of its own.
    case map = "MAP"
}

extension Format {
    /// What the format is about. A field has at most one of each kind.
    enum Kind {
        case arrays
        case nesting
        case booleans
        case dates
        case emptyArrays
        case nonFinite
        case map
    }

    var kind: Kind {
        switch self {
        case .repeated, .brackets, .indexed, .commas, .spaces, .pipes: .arrays
        case .dots, .joined: .nesting
        case .digits: .booleans
        case .dateTime, .httpDate, .seconds, .milliseconds: .dates
        case .sentEmpty: .emptyArrays
        case .names: .nonFinite
        case .map: .map
        }
    }
}

/// A format and its position.
struct WrittenFormat {
    let format: Format
    let range: Range<Int>
}

/// The format of a whole body, after the word `AS`.
struct BodyFormat {
    enum Kind {
        case json
        case form
        case multipart
        case query
        /// A media type, such as `text/csv`.
        case mediaType(String)
    }

    let kind: Kind
    let range: Range<Int>
}
