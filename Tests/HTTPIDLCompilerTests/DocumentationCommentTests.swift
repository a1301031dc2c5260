import HTTPIDLCompiler
import Testing

/// Which comments become documentation.
@Suite struct DocumentationCommentTests {
    /// The doc comment of the field `a`.
    private func documentation(of text: String) throws -> [String] {
        let lines = try compiled("STRUCT A { STRING z; STRING a; }".replacing(" STRING a;", with: text))
            .split(separator: "\n").map { $0.drop { $0 == " " } }
        let index = try #require(lines.firstIndex(of: "var a: String?"))
        return lines[..<index].reversed().prefix { $0.hasPrefix("///") }.reversed().map(String.init)
    }

    @Test(arguments: [
        ("\n/* One. */ STRING a;", ["/// One."]),
        ("\n/* One.\n * Two.\n\n   Three. */\nSTRING a;", ["/// One.", "/// Two.", "///", "/// Three."]),
        ("\r\n/* One.\r\n * Two. */\r\nSTRING a;", ["/// One.", "/// Two."]),
        ("\n/* One. */\n/* Two. */\nSTRING a;", ["/// One.", "/// Two."]),
        ("\n/* One. */\n// a remark\nSTRING a;", ["/// One."]),
        ("\n/* Nobody's. */\n\n/* One. */\nSTRING a;", ["/// One."]),
        ("\n/* Nobody's. */\n\nSTRING a;", ["/// `a`"]),
        ("\n// a remark\nSTRING a;", ["/// `a`"]),
        ("\nSTRING a; /* Behind. */\nSTRING b;", ["/// Behind."]),
        ("\n/* Before. */\nSTRING a; /* Behind. */\nSTRING b;", ["/// Before."]),
        (" /* of z */\nSTRING a;", ["/// `a`"]),
        (" /* of a */ STRING a;", ["/// of a"]),
        ("\n/** Stars. **/\nSTRING a;", ["/// Stars."]),
        ("\n/*\u{202E}\u{0} odd\u{2028}signs \u{1B}[1m */\nSTRING a;", ["/// odd", "/// signs  [1m"]),
        ("\n/* */\nSTRING a;", ["/// `a`"]),
        ("\nSTRING a = w;", ["/// `w`"]),
    ])
    func commentBelongsToAdjacentDeclaration(_ text: String, _ lines: [String]) throws {
        #expect(try documentation(of: text) == lines)
    }
}
