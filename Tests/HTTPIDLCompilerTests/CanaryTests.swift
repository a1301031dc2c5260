import AbstractHTTPTesting
import HTTPIDLCompiler
import TestSupport
import Testing

/// No text of a file becomes Swift code.
@Suite struct CanaryTests {
    /// Text that would be code if it ended a string literal, a comment, or a line.
    private static let canaries = [
        #"CANARY"#, #"\(CANARY())"#, #"x\\(CANARY())"#, #"*/ CANARY()"#, #"/* CANARY()"#, "\u{2028}CANARY()",
        "\u{85}CANARY()", "\u{0C}CANARY()", #"`CANARY()`"#, #"""" CANARY()"#, #"#"CANARY()"#, "\u{202E}CANARY()",
    ]
    /// The places of texts without quotation marks, and of texts in them.
    private static let wireNames = [
        "STRUCT A { STRING a = %; }", "ENUM A { ONE = %; }", "UNION A BY k { B b = %; } STRUCT B { STRING b; }",
        "MESSAGE /a { GET REQUEST { QUERY STRING a = %; STRING b = %; } }",
        "MESSAGE /a { POST REQUEST AS FORM { STRING a = %; } }",
    ]
    private static let texts = [
        #"STRUCT A { STRING a DEFAULT "%"; }"#, #"STRUCT A { STRING a CONSTANT "%"; }"#,
        #"STRUCT A { DEPRECATED "%" STRING a; }"#, #"DEPRECATED "%" MESSAGE /a { GET REQUEST {} }"#,
        #"UNION A BY "%" { B b; } STRUCT B { STRING b; }"#, #"MESSAGE /a { PAGES LINK "%" GET RESPONSE {} }"#,
        #"CLIENT A { SERVER "https://{r}.example" r DEFAULT "%"; }"#,
        #"MESSAGE /a { POST REQUEST { QUERY STRING a CONSTANT "%" = b; } }"#,
    ]
    private static let comments = [
        "/* % */ STRUCT A { STRING a; /* % */ }", "/* % */ UNION A { /* % */ STRING a; INT32 b; /* % */ }",
        "CLIENT A { /* % */ SERVER \"https://a.example\"; BEARER token; /* % */ }",
        "MESSAGE /a { /* % */ GET(b) REQUEST { QUERY STRING a; /* % */ } /* % */ RESPONSE 200 {} RESPONSE 202 {} }",
    ]
    private static let paths = ["MESSAGE(N) /a%/$b { GET REQUEST {} }", "MESSAGE(N) /a%$b { GET REQUEST {} }"]

    @Test(.longComputation, arguments: canaries) func textIsNoCode(_ canary: String) {
        let escaped = canary.reduce(into: "") { text, character in
            text += "\"\\".contains(character) ? "\\\(character)" : String(character)
        }
        for place in Self.texts { check(place.replacing("%", with: escaped)) }
        for place in Self.wireNames { check(place.replacing("%", with: canary.replacing("\\", with: "\\\\"))) }
        for place in Self.comments { check(place.replacing("%", with: canary.replacing("*/", with: "* /"))) }
        for place in Self.paths { check(place.replacing("%", with: canary)) }
    }

    private func check(_ text: String) {
        // Some of the texts are errors, because a name cannot contain a control character.
        for client in [nil, "API"] where client == nil || !text.contains("CLIENT") {
            let options = IDLCompiler.Options(clientName: client)
            guard let swift = try? compiled(text, options) else { continue }
            #expect(swift.contains("CANARY") && !code(of: swift).contains("CANARY"), "\(text)\n\(swift)")
        }
    }

    @Test func mostTextsCompile() throws {
        for place in Self.texts + Self.wireNames + Self.comments + Self.paths {
            #expect(try compiled(place.replacing("%", with: "CANARY")).contains("CANARY"))
        }
    }

    @Test func codeHasNoCommentsAndNoStrings() {
        #expect(code(of: #"a = "x \" b" // c"# + "\n" + #"d = "e \(f(g: "h")) i" /* j */ k"#) == "a =  \nd = f(g: )  k")
    }

    @Test(.longComputation) func mutatedFilesBecomeSwiftOrErrors() throws {
        let files = try Fixtures.files(in: "Corpus", "http").filter { $0.lastPathComponent >= "46" }
            .map { Array(try Fixtures.text($0).unicodeScalars) }
        var random = SplitMix64(seed: 53)
        var compiles = 0
        for _ in 0..<300 {
            var scalars = files[Int.random(in: files.indices, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let start = Int.random(in: 0..<scalars.count, using: &random)
                let range = start..<min(scalars.count, start + Int.random(in: 0...12, using: &random))
                let other = files[Int.random(in: files.indices, using: &random)]
                let from = Int.random(in: 0..<other.count, using: &random)
                scalars.replaceSubrange(range, with: other[from..<min(other.count, from + 8)])
            }
            let text = String(String.UnicodeScalarView(scalars))
            let options = IDLCompiler.Options(
                isStrict: .random(using: &random), clientName: Bool.random(using: &random) ? "API" : nil)
            do throws(CompilationFailure) {
                _ = try IDLCompiler(options: options).compile([SourceFile(path: "a.http", text: text)])
                compiles += 1
            } catch {
                #expect(error.diagnostics.allSatisfy { !$0.message.isEmpty && $0.place.hasPrefix("a.http:") })
            }
        }
        #expect(compiles > 0 && compiles < 300)
    }
}

/// Swift without its comments and string literals. The code in an interpolation stays.
private func code(of swift: String) -> String {
    var (code, rest) = ("", Array(swift)[...])
    func skipString() {
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\", let next = rest.popFirst() else { continue }
            guard next == "(" else { continue }
            var depth = 1
            while depth > 0, let character = rest.popFirst() {
                if character == "\"" {
                    skipString()
                    continue
                }
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                if depth > 0 { code.append(character) }
            }
        }
    }
    while let character = rest.popFirst() {
        if character == "/", rest.first == "/" {
            rest = rest.drop { $0 != "\n" }
        } else if character == "/", rest.first == "*" {
            while let end = rest.popFirst(), !(end == "*" && rest.first == "/") {}
            _ = rest.popFirst()
        } else if character == "\"" {
            skipString()
        } else {
            code.append(character)
        }
    }
    return code
}
