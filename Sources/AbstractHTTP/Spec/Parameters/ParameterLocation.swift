/// Where a parameter of a request goes, under which name, and how it is written. All styles of endpoints use it.
///
/// ```swift
/// HTTP("/songs").parameter("ids", [7, 8], .query("id", arrays: .commas))    // /songs?id=7,8
/// ```
///
/// Without a name, a parameter is sent under its own name. The options override those of the request's style, such as
/// the `fieldOptions` of a client. An option that is nil does not.
public struct ParameterLocation: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        case path(String?)
        case query(String?)
        case queryMap
        case field(String?)
        case fieldMap
        case part(String?)
        case header(String)
        case headerMap(prefix: String)
        case body(contentType: String?)
    }

    /// The options that differ from those of the style.
    package struct Format: Hashable, Sendable {
        package var arrays: FieldOptions.Arrays?
        package var nesting: FieldOptions.Nesting?
        package var booleans: FieldOptions.Booleans?
        package var dates: DateCodingStrategy?
        package var emptyArrays: FieldOptions.EmptyArrays?
        package var nonFinite: NonFiniteNumbers?

        package init() {}
    }

    package let place: Place
    private let format: Format

    package init(_ place: Place, _ format: Format = Format()) {
        (self.place, self.format) = (place, format)
    }

    /// Whether the parameter is the body, or a part of it.
    package var isInBody: Bool {
        switch place {
        case .field, .fieldMap, .part, .body: true
        case .path, .query, .queryMap, .header, .headerMap: false
        }
    }

    /// Whether the parameter is one or more header fields.
    package var isHeader: Bool {
        switch place {
        case .header, .headerMap: true
        default: false
        }
    }

    /// The options of a style with the changes of this location.
    package func options(_ options: FieldOptions) -> FieldOptions {
        var options = options
        options.arrays = format.arrays ?? options.arrays
        options.nesting = format.nesting ?? options.nesting
        options.booleans = format.booleans ?? options.booleans
        options.dates = format.dates ?? options.dates
        options.emptyArrays = format.emptyArrays ?? options.emptyArrays
        options.nonFinite = format.nonFinite ?? options.nonFinite
        return options
    }
}

extension ParameterLocation {
    /// Into the variable of the path with the same name.
    public static var path: Self { Self(.path(nil)) }
    /// Into the variable of the path named `name`.
    public static func path(
        _ name: String? = nil, booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.path(name), Format(nil, nil, booleans, dates, nil, nonFinite)) }

    /// As the header field `name`. An array becomes a list, and data Base64.
    ///
    /// An element of a list that contains a comma or a quotation mark is sent as a quoted string (RFC 9110, sections
    /// 5.6.1 and 5.6.4).
    public static func header(
        _ name: String, booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self {
        Self(
            .header(name),
            Format(nil, nil, booleans, dates, emptyArrays, nonFinite))
    }

    /// As header fields, one for each member of a dictionary or a struct.
    public static var headerMap: Self { Self(.headerMap(prefix: "")) }
    /// As header fields, one for each member of a dictionary or a struct. Their names begin with `prefix`. A field that
    /// is set by its own name takes precedence.
    public static func headerMap(
        prefix: String = "", booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self {
        Self(
            .headerMap(prefix: prefix),
            Format(nil, nil, booleans, dates, emptyArrays, nonFinite))
    }

    /// As the whole body.
    public static var body: Self { Self(.body(contentType: nil)) }
    /// As the whole body, with a Content-Type instead of that of the encoder. A header field takes precedence.
    public static func body(contentType: String) -> Self { Self(.body(contentType: contentType)) }
}

extension ParameterLocation {
    /// Into the query, under the same name.
    public static var query: Self { Self(.query(nil)) }
    /// Into the query, as `name`.
    public static func query(
        _ name: String? = nil, arrays: FieldOptions.Arrays? = nil, nesting: FieldOptions.Nesting? = nil,
        booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.query(name), Format(arrays, nesting, booleans, dates, emptyArrays, nonFinite)) }

    /// Into the query, with one field for each member of a dictionary or a struct.
    public static var queryMap: Self { Self(.queryMap) }
    /// Into the query, with one field for each member of a dictionary or a struct. A parameter with the same name takes
    /// precedence over a member.
    public static func queryMap(
        arrays: FieldOptions.Arrays? = nil, nesting: FieldOptions.Nesting? = nil,
        booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.queryMap, Format(arrays, nesting, booleans, dates, emptyArrays, nonFinite)) }

    /// Into the form that is the body, under the same name.
    public static var field: Self { Self(.field(nil)) }
    /// Into the form that is the body, as `name`.
    public static func field(
        _ name: String? = nil, arrays: FieldOptions.Arrays? = nil, nesting: FieldOptions.Nesting? = nil,
        booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.field(name), Format(arrays, nesting, booleans, dates, emptyArrays, nonFinite)) }

    /// Into the form that is the body, with one field for each member of a dictionary or a struct.
    public static var fieldMap: Self { Self(.fieldMap) }
    /// Into the form that is the body, with one field for each member of a dictionary or a struct. A parameter with the
    /// same name takes precedence over a member.
    public static func fieldMap(
        arrays: FieldOptions.Arrays? = nil, nesting: FieldOptions.Nesting? = nil,
        booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.fieldMap, Format(arrays, nesting, booleans, dates, emptyArrays, nonFinite)) }

    /// As a part of the multipart form that is the body, under the same name.
    public static var part: Self { Self(.part(nil)) }
    /// As the part `name` of the multipart form that is the body.
    public static func part(
        _ name: String? = nil, arrays: FieldOptions.Arrays? = nil, nesting: FieldOptions.Nesting? = nil,
        booleans: FieldOptions.Booleans? = nil, dates: DateCodingStrategy? = nil,
        emptyArrays: FieldOptions.EmptyArrays? = nil, nonFinite: NonFiniteNumbers? = nil
    ) -> Self { Self(.part(name), Format(arrays, nesting, booleans, dates, emptyArrays, nonFinite)) }
}

extension ParameterLocation.Format {
    fileprivate init(
        _ arrays: FieldOptions.Arrays?, _ nesting: FieldOptions.Nesting?, _ booleans: FieldOptions.Booleans?,
        _ dates: DateCodingStrategy?, _ emptyArrays: FieldOptions.EmptyArrays?, _ nonFinite: NonFiniteNumbers?
    ) {
        self.init()
        (self.arrays, self.nesting, self.booleans) = (arrays, nesting, booleans)
        (self.dates, self.emptyArrays, self.nonFinite) = (dates, emptyArrays, nonFinite)
    }
}
