/// How the keys of a type's properties are written.
///
/// ```swift
/// KeyCodingStrategy.snakeCase.convert("homePageURL")    // home_page_url
/// ```
public enum KeyCodingStrategy: Sendable {
    /// The keys stay as the type declares them.
    case unchanged
    /// `home_page_url`
    case snakeCase
    /// `home-page-url`
    case kebabCase
    /// The closure returns the written key.
    case custom(@Sendable (String) -> String)

    /// Returns the key as it is written.
    public func convert(_ key: String) -> String {
        switch self {
        case .unchanged: key
        case .snakeCase: key.words(joinedBy: "_")
        case .kebabCase: key.words(joinedBy: "-")
        case .custom(let convert): convert(key)
        }
    }
}

extension String {
    /// The words of the key in lowercase. A word begins at each capital after a lowercase letter or a digit, and at the
    /// last of several capitals if a lowercase letter follows. Underscores at either end stay.
    fileprivate func words(joinedBy separator: String) -> String {
        let characters = Array(self)
        var result = ""
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : "_"
            let next = index + 1 < characters.count ? characters[index + 1] : "_"
            let endsCapitals = previous.isUppercase && next.isLowercase
            if character.isUppercase, previous.isLowercase || previous.isNumber || endsCapitals { result += separator }
            result += character.lowercased()
        }
        return result
    }
}
