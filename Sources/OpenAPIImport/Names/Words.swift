extension String {
    /// The words of a name: `createHTTPServer-v2` has the words create, HTTP, Server, and v2. Only letters and digits
    /// of ASCII count, because the names of `.http` files have no others.
    var nameWords: [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(unicodeScalars)
        for (index, scalar) in characters.enumerated() {
            guard scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let last = word.unicodeScalars.last
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            let isUpper = scalar.properties.isUppercase
            let beginsWord =
                isUpper && (last?.properties.isLowercase == true || last?.properties.numericType != nil)
                || isUpper && last?.properties.isUppercase == true && next?.properties.isLowercase == true
            if beginsWord, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Whether the words are the last words of a name: `Pet Kind` repeats `newPetKind`.
    func repeats(_ name: String) -> Bool {
        unicodeScalars.allSatisfy(\.isASCII)
            && name.nameWords.joined().lowercased().hasSuffix(nameWords.joined().lowercased())
    }

    /// The name in the style of a type: `PetOrder`.
    var typeName: String {
        let name = nameWords.map(\.capitalizedFirst).joined()
        return name.first?.isNumber == true ? "_\(name)" : name
    }

    /// The name in the style of a property: `petOrder`.
    var memberName: String {
        // In a name like `BIG_ELEPHANT`, capitals do not mark words.
        let words = contains(where: \.isLowercase) ? nameWords : nameWords.map { $0.lowercased() }
        guard let first = words.first else { return "" }
        // An acronym becomes lowercase as a whole: `URLOfPage` is `urlOfPage`.
        let small = first.allSatisfy { !$0.isLowercase } ? first.lowercased() : first.uncapitalizedFirst
        let name = small + words.dropFirst().map(\.capitalizedFirst).joined()
        return name.first?.isNumber == true ? "_\(name)" : name
    }

    /// The name in the style of a file: `pet-orders`.
    var fileName: String { nameWords.map { $0.lowercased() }.joined(separator: "-") }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
    private var uncapitalizedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// Creates unique names.
struct NameScope {
    private var used: Set<String>

    init(_ reserved: Set<String> = []) { used = Set(reserved.map { $0.lowercased() }) }

    /// Returns the name, with a suffix if it is used already. Case is ignored.
    mutating func unique(_ name: String, suffixes: [String] = []) -> String {
        for suffix in [""] + suffixes where used.insert((name + suffix).lowercased()).inserted { return name + suffix }
        var number = 2
        while !used.insert("\(name)\(number)".lowercased()).inserted { number += 1 }
        return "\(name)\(number)"
    }

    func contains(_ name: String) -> Bool { used.contains(name.lowercased()) }
}
