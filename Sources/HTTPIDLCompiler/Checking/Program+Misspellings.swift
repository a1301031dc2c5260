extension Program {
    /// The types of the files that are misspelled, with the types that were probably meant.
    func findMisspelledTypes() -> [String: String] {
        let names = Set(allDocuments.flatMap(\.types).flatMap(\.withinIt).compactMap(\.directName))
        let index = NameIndex(declaredNames)
        var found: [String: String] = [:]
        for name in names where !isKnown(name) { found[name] = correction(of: name, index) }
        return found
    }

    /// Whether a type is declared, or probably the user's own.
    private func isKnown(_ name: String) -> Bool {
        typeNames.contains(name) || name.contains(".") || Self.swiftTypes.contains(name) || Habits.has(name)
    }

    private func correction(of name: String, _ index: NameIndex) -> String? {
        func builtin(within limit: Int) -> String? {
            name.isInCapitals ? name.nearest(among: Self.builtinNames) { min(limit, $0.longestMisspelling) } : nil
        }
        let declared = name.nearest(among: index.candidates(for: name)) { name.isVariant(of: $0) ? 0 : 1 }
        return builtin(within: 1) ?? declared ?? builtin(within: 2)
    }

    private static let builtinNames = BuiltinType.allCases.map(\.rawValue) + ["ARRAY", "DICT"]

    /// Types of Swift and of the runtime that fields have without a declaration.
    private static let swiftTypes = FileGenerator.foundationTypes.union([
        "Bool", "DECIMAL", "Double", "Duration", "Float", "HTTPContent", "HTTPData", "HTTPFile", "Int", "Int8", "Int16",
        "Int32",
        "Int64", "JSONObject", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ])
}

extension String {
    /// Whether the name looks like that of a built-in type.
    fileprivate var isInCapitals: Bool { utf8.allSatisfy { $0.continuesName && !(0x61...0x7A).contains($0) } }

    /// Whether two names differ on purpose: by digits, or by a capital letter or a plural `s` at the end. Names of less
    /// than four letters differ too easily.
    fileprivate func isVariant(of other: String) -> Bool {
        let (shorter, longer) = count < other.count ? (self, other) : (other, self)
        guard longer.count > 3 else { return true }
        guard shorter.withoutDigits != longer.withoutDigits else { return true }
        if shorter.count == longer.count { return stem == other.stem }
        return longer.dropLast() == shorter && (longer.last == "s" || longer.last == "S" || longer.stem != longer[...])
    }

    private var withoutDigits: String { filter { !$0.isNumber } }

    /// The name without the capital letter at its end, unless the letter before it is one, too.
    private var stem: Substring {
        guard last?.isUppercase == true, dropLast().last?.isUppercase == false else { return self[...] }
        return dropLast()
    }
}
