import AbstractHTTP

extension ContentReader {
    /// Returns the reader of a header field. It converts the text to the type that you read: a string, a number, a
    /// Boolean, a date, or a list (RFC 9110, section 5.6.1). If `dates` is nil, it reads HTTP dates, and dates in the
    /// format of the reader.
    public func header(_ name: String, of response: HTTPResponse, dates: DateCodingStrategy? = nil) -> Self {
        header(response.headers[name], name, dates)
    }

    /// Returns the reader of a dictionary with all header fields that begin with `prefix`. The keys do not contain the
    /// prefix. If `dates` is nil, it reads HTTP dates, and dates in the format of the reader.
    public func headers(prefix: String, of response: HTTPResponse, dates: DateCodingStrategy? = nil) -> Self {
        var members: HTTPContent.Members = [:]
        for field in response.headers where field.name.rawValue.lowercased().hasPrefix(prefix.lowercased()) {
            let name = String(field.name.rawValue.dropFirst(prefix.count))
            members[name] = response.headers[field.name].map { .string($0) }
        }
        return child(.tree(members.isEmpty ? nil : .dictionary(members)), .key(prefix)).readingHeaders(dates)
    }

    private func header(_ text: String?, _ name: String, _ dates: DateCodingStrategy?) -> Self {
        child(.tree(text.map { .string($0) }), .key(name)).readingHeaders(dates)
    }

    private func readingHeaders(_ dates: DateCodingStrategy?) -> Self {
        reading(source) { options in
            options.isHeader = true
            options.dates = dates ?? options.dates.orHTTPDate
        }
    }

    /// Reads the text of a header field as the first kind of content that the type accepts.
    func readHeader<Value: ResponseContentConvertible>() throws -> Value {
        guard case .string(let text) = content else { return try Value(reading: self) }
        for candidate in text.headerContents {
            let reader = reading(.tree(candidate)) { ($0.isStrict, $0.isHeader) = (true, false) }
            if let value = try? Value(reading: reader) { return value }
        }
        throw mismatch(Value.self)
    }
}

extension DateCodingStrategy {
    /// Reads HTTP dates, and those of this strategy.
    fileprivate var orHTTPDate: Self {
        Self(write: write, read: { [read] in Self.httpDate.read($0) ?? read($0) })
    }
}

extension String {
    /// What the value of a header field can mean.
    fileprivate var headerContents: [HTTPContent] {
        let elements = listElements
        return [.string(self)] + (headerScalar.map { [$0] } ?? []) + [
            .array(elements.map { .string($0) }), .array(elements.map { $0.headerScalar ?? .string($0) }),
        ]
    }

    /// The number or the Boolean, or nil for any other text.
    private var headerScalar: HTTPContent? {
        if self == "true" || self == "false" { return .bool(self == "true") }
        if self == "?1" || self == "?0" { return .bool(self == "?1") }
        if let integer = Int64(self) { return .number(HTTPContent.Number(integer)) }
        guard isDecimalNumber, let number = Double(self), number.isFinite else { return nil }
        return .number(HTTPContent.Number(number))
    }

    /// The elements of a list, without the quotation marks of quoted strings. Empty elements are left out (RFC 9110,
    /// section 5.6.1.2).
    private var listElements: [String] {
        var (elements, element, isQuoted, isEscaped) = ([String](), UnicodeScalarView(), false, false)
        func end() {
            let text = element.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
            if !text.isEmpty { elements.append(String(UnicodeScalarView(text))) }
            element = UnicodeScalarView()
        }
        for scalar in unicodeScalars {
            if isEscaped {
                element.append(scalar)
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if scalar == ",", !isQuoted {
                end()
            } else {
                element.append(scalar)
            }
        }
        end()
        return elements
    }
}
