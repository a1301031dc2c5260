import AbstractHTTP
import AbstractHTTPPagination
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Links, from published cases and as RFC 8288 defines them.
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    @Test func textOfAServerIsEscapedInDescriptions() {
        let link = Link(terminalControls, relations: [terminalControls], parameters: [.init("a", terminalControls)])
        let errors = [
            PaginationError.invalidURL("ftp://a.example/\(terminalControls)"), .invalidURL(terminalControls),
        ]

        #expect("\(link)".controlsOfTerminal == [] && "\(errors)".controlsOfTerminal == [])
    }

    private struct Vector: Decodable {
        struct Link: Decodable, Hashable {
            struct Parameter: Decodable, Hashable {
                let name: String
                let value: String?
                let language: String?
                let raw: String?

                /// An extended value that cannot be decoded stays as it was sent.
                var known: AbstractHTTPPagination.Link.Parameter {
                    let isExtended = name.hasSuffix("*")
                    return .init(
                        isExtended ? String(name.dropLast()) : name, value ?? raw ?? "", language: language,
                        isExtended: isExtended)
                }
            }

            let uri: String
            let rel: String
            let params: [Parameter]
        }

        let id: String
        let headers: [String]?
        let header: String?
        let links: [Link]?
        let lenient: String?
        let rel: String?
        let found: Bool?
        let uri: String?
    }

    /// One entry for each relation type, with its parameters by name.
    private struct Entry: Hashable {
        let target: String
        let relation: String
        let parameters: [Link.Parameter]

        init(_ target: String, _ relation: String, _ parameters: [Link.Parameter]) {
            (self.target, self.relation) = (target, relation)
            self.parameters = parameters.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        }
    }

    private func entries(_ links: [Link]) -> [Entry] {
        links.flatMap { link in link.relations.map { Entry(link.target, $0, link.parameters) } }
    }

    private func entries(_ links: [Vector.Link]) -> [Entry] {
        links.map { Entry($0.uri, $0.rel, $0.params.map(\.known)) }
    }

    /// The rows that the published reader reads leniently, with their meaning by the RFCs. A link without a relation
    /// type has no entry, and a folded line end counts as a space (RFC 9110, section 5.5).
    private static let strict: [String: [(String, String)]] = [
        "link-003": [],
        "link-028": [
            ("https://acme-staging.api.letsencrypt.org/acme/new-authz", "next"),
            ("https://letsencrypt.org/documents/LE-SA-v1.1.1-August-1-2016.pdf", "ter"),
            ("https://letsencrypt.org/documents/LE-SA-v1.1.1-August-1-2016.pdf", "ms-of-service"),
        ],
    ]

    @Test(.enabled(if: SharedMaterial.has("vectors/link"))) func fieldsAreParsedAsPublished() throws {
        let vectors = try SharedMaterial.vectors("link/parse", of: Vector.self)
        #expect(vectors.count == 29)
        for vector in vectors {
            var headers = HTTPHeaders()
            for header in vector.headers ?? [] { headers.add("Link", header) }
            let expected = Self.strict[vector.id]?.map { Entry($0.0, $0.1, []) } ?? entries(vector.links ?? [])
            #expect(entries(headers.links) == expected, "\(vector.id)")
        }
    }

    @Test(.enabled(if: SharedMaterial.has("vectors/link"))) func serializedFieldsParseToTheSameLinks() throws {
        let vectors = try SharedMaterial.vectors("link/serialize", of: Vector.self)
        #expect(vectors.count == 9)
        for vector in vectors {
            let links =
                vector.header.map { Link.parse($0) }
                ?? (vector.links ?? []).map { link in
                    Link(
                        link.uri, relations: link.rel.split(separator: " ").map(String.init),
                        parameters: link.params.map(\.known))
                }
            let text = links.fieldValue
            // Values that are not ASCII are written as extended values.
            let read = Link.parse(text).map { link in
                var link = link
                link.parameters = link.parameters.map { Link.Parameter($0.name, $0.value, language: $0.language) }
                return link
            }
            let expected = links.map { link in
                var link = link
                link.parameters = link.parameters.map { Link.Parameter($0.name, $0.value, language: $0.language) }
                return link
            }
            #expect(read == expected, "\(vector.id): \(text)")
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        }
    }

    @Test(.enabled(if: SharedMaterial.has("vectors/link"))) func linksAreFoundByTheirRelation() throws {
        let vectors = try SharedMaterial.vectors("link/lookup", of: Vector.self)
        #expect(vectors.count == 3)
        for vector in vectors {
            let link = Link.parse(vector.header ?? "").first { $0.has(relation: vector.rel ?? "") }
            #expect((link != nil) == vector.found, "\(vector.id)")
            #expect(link?.target == vector.uri, "\(vector.id)")
        }
    }

    @Test func anExtendedValueComesBeforeOthers() {
        let link = Link.parse("</a>; rel=next; title=\"e\"; title*=UTF-8'de'%E2%82%AC").first
        #expect(link?["Title"] == "\u{20AC}")
        #expect(link?["media"] == nil)
    }

    @Test func delimitersInTargetsAndValuesAreEscaped() {
        let link = Link("/a>b <c", relations: ["next"], parameters: [.init("title", "a\\\"b\r\nX: 1")])
        #expect(link.description == "</a%3Eb%20%3Cc>; rel=next; title*=UTF-8''a%5C%22b%0D%0AX%3A%201")
        #expect(Link.parse(link.description).first?["title"] == "a\\\"b\r\nX: 1")
    }

    @Test(
        arguments: [
            ("</2>; foo[]=1; rel=next", ["next"]), ("</2>; =x; rel=next", ["next"]), ("</2>; rel=\"next", ["next"]),
            ("</2>;;; rel=next;", ["next"]), ("</2>; rel", []), ("</2>; REL=Next", ["Next"]),
        ] as [(String, [String])])
    func malformedParameterHidesNoOthers(field: String, relations: [String]) {
        #expect(Link.parse(field).map(\.relations) == [relations])
    }

    @Test func malformedExtendedValueIsIgnored() {
        let links = Link.parse(
            "</a>; rel=x; title=ok; title*=abc, </b>; rel=y; title*=\"UTF-8', <https://evil>; rel=next; a='x\"")
        #expect(links.map { $0["title"] } == ["ok", nil])
    }

    @Test func linkCannotBreakOutOfItsField() {
        let parameters = [
            Link.Parameter("Title", "a", language: ", <x>", isExtended: true), .init("a b", "1"), .init("c", "\u{0}\n"),
        ]
        let link = Link("/a\r\nX: 1", relations: ["next\r\nX: 1", "a,b"], parameters: parameters)
        #expect(link["title"] == "a")
        #expect(
            link.description
                == "</a%0D%0AX:%201>; rel=\"next%0D%0AX:%201 a,b\"; title*=UTF-8''a; c*=UTF-8''%00%0A")
        #expect(Link.parse(link.description).count == 1)
    }

    @Test func parsingTimeIsLinear() {
        let parameters = (0..<100_000).map { ";a\($0)" }.joined()
        #expect(Link.parse("</a>; rel=next" + parameters).first?.parameters.count == 100_000)
    }

    /// 10,000 mutated fields.
    @Test(.longComputation) func mutatedFieldsNeverTrap() {
        var random = SplitMix64(seed: 8288)
        let seed = Array("</a;,b>; rel=\"next last\"; title*=UTF-8'de'%c3%a4, <?x=1>;rel=prev;hreflang=de;a".utf8)
        for _ in 0..<10_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                case 1: bytes.remove(at: index)
                default: bytes[index] = [34, 39, 44, 59, 60, 61, 62, 37].randomElement(using: &random) ?? 0
                }
            }
            let links = Link.parse(String(decoding: bytes, as: UTF8.self))
            #expect(Link.parse(links.fieldValue).count == links.count)
        }
    }
}
