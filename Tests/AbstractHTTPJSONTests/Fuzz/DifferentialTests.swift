import AbstractHTTP
import AbstractHTTPJSON
import AbstractHTTPTesting
import Foundation
import JSONBytes
import TestSupport
import Testing

/// Texts that were changed at random are read as with Foundation's decoder, and written as with its encoder. Each
/// difference belongs to a rule of the page JSON.
struct DifferentialTests {
    /// 200,000 in the long form: `ABSTRACTHTTP_JSON_FUZZ=200000`.
    private static let texts = ProcessInfo.processInfo.environment["ABSTRACTHTTP_JSON_FUZZ"].flatMap { Int($0) } ?? 6000

    @Test(.longComputation) func readsAndWritesAsFoundationDoes() throws {
        var mutation = Mutation(seed: 54)
        let pairs = Self.pairs
        var rules: [String: Int] = [:]
        var accepted = 0
        for number in 0..<Self.texts {
            let pair = pairs[number % pairs.count]
            let base = pair.texts[number / pairs.count % pair.texts.count]
            let text = number < pairs.count ? Data(base.utf8) : mutation.changed(Data(base.utf8))
            let (direct, foundation) = (pair.direct(text), pair.foundation(text))
            if direct != nil, direct == foundation { accepted += 1 }
            guard direct != foundation else { continue }
            let rule = DifferenceRule(text, direct: direct, foundation: foundation)
            #expect(rule != nil, "\(pair.name): \(shown(text)): \(direct ?? "refused"), \(foundation ?? "refused")")
            rules[rule?.rawValue ?? "", default: 0] += 1
        }
        #expect(accepted > Self.texts / 20)
        print("\(Self.texts) texts, \(accepted) read, differences: \(rules)")
    }

    private func shown(_ text: Data) -> String { String(decoding: text, as: UTF8.self).debugDescription }

    private static var pairs: [Pair] {
        [
            Pair(
                Direct.Scalars.self, ByFoundation.Scalars.self,
                #"{"int":1,"small":2,"long":3,"unsigned":4,"number":1.5,"single":0.5,"text":"a\nb é","flag":true}"#,
                #"{"flag":false,"text":"","number":-1e3,"long":0,"int":0,"extra":{"a":[1,"x"]}}"#),
            Pair(
                Direct.Values.self, ByFoundation.Values.self,
                #"{"date":"2026-01-01T00:00:00Z","data":"YQ==","url":"https://a.b/c?d","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","price":12.5}"#,
                #"{"date":null,"price":1e5}"#),
            Pair(
                Direct.Nested.self, ByFoundation.Nested.self,
                #"{"name":"a","children":[{"name":"b","tags":{}},{"name":"c","children":[],"tags":{"x":1,"y":2}}],"tags":{"z":0}}"#
            ),
            Pair(
                Direct.Renamed.self, ByFoundation.Renamed.self, #"{"the \"first\"":1,"é":"x"}"#,
                #"{"\u00e9":"x","th\u0065 \"first\"":2}"#, "{\"e\u{301}\":\"x\",\"the \\\"first\\\"\":1}"),
            Pair(
                Direct.Choices.self, ByFoundation.Choices.self,
                #"{"shapes":[{"empty":{}},{"circle":{"radius":1,"_1":2}},{"square":{"_0":null}},{"square":{}}],"color":"dark blue","level":10}"#
            ),
            Pair(
                Direct.Optionals.self, ByFoundation.Optionals.self,
                #"{"maybe":[1,null,2],"table":{"a":true,"b":null},"numbers":{"1":"a","2":"b"},"matrix":[[1,2.5],[]]}"#),
            Pair(
                Direct.ThreeStates.self, ByFoundation.ThreeStates.self, #"{"name":"a"}"#, #"{"name":null,"count":1}"#),
            Pair(
                Direct.Trees.self, ByFoundation.Trees.self,
                #"{"tree":{"b":[1,2.5,"x",null,true,{"c":1e100}],"a":123456789012345678901234567890},"others":{"x":0.1}}"#
            ),
            Pair(
                Direct.Page<Direct.Renamed>.self, ByFoundation.Page<ByFoundation.Renamed>.self,
                #"{"items":[{"the \"first\"":1},{"the \"first\"":2,"é":"x"}],"next":"n"}"#),
            Pair(
                Direct.Mixed.self, ByFoundation.Mixed.self,
                #"{"plain":{"number":1,"inner":{"the \"first\"":1}},"plains":[{"number":2,"inner":{"the \"first\"":3,"é":null}}]}"#
            ),
            Pair([Int].self, [ByFoundation.Same<Int>].self, "[1,2,3,-4]"),
            Pair([String: Double].self, [String: ByFoundation.Same<Double>].self, #"{"a":1,"b":0.1,"c":1e20}"#),
            Pair([Direct.Level?].self, [ByFoundation.Level?].self, "[1,10,null]"),
        ]
    }
}

extension ByFoundation {
    /// A value that Foundation reads even if its type can be read directly.
    struct Same<Value: Codable>: Codable {
        var value: Value
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}

/// A type, and its twin with `Codable`.
private struct Pair {
    let name: String
    let texts: [String]
    /// Reads and writes a text. Nil if it is refused.
    let direct: (Data) -> String?
    let foundation: (Data) -> String?

    init<Model: JSONReadable & JSONWritable, Twin: Codable>(_ model: Model.Type, _ twin: Twin.Type, _ texts: String...)
    {
        name = "\(model)"
        self.texts = texts
        direct = { data in
            guard let value = try? Model.decode(data, by: JSONContentDecoder()) else { return nil }
            return (try? value.encoded(by: JSONContentEncoder())).flatMap { $0 }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
        foundation = { data in
            guard let value = try? JSONContentDecoder().makeDecoder().decode(Twin.self, from: data) else { return nil }
            return (try? JSONContentEncoder().data(of: value)).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// The rules of the page JSON about what is read differently.
private enum DifferenceRule: String {
    /// Foundation reads a text that is not JSON.
    case notJSON
    /// A number that is too small for its type is zero.
    case tooSmall
    /// A number is an integer only if its digits say so. Foundation rounds it first, or refuses it near the limits.
    case exactInteger

    init?(_ text: Data, direct: String?, foundation: String?) {
        if direct == nil, foundation != nil, (try? text.checkJSON()) == nil {
            self = .notJSON
        } else if direct != nil, foundation == nil, text.hasNumber({ $0.isTooSmall }) {
            self = .tooSmall
        } else if text.hasNumber({ $0.isInOtherNotation }) {
            self = .exactInteger
        } else {
            return nil
        }
    }
}

extension Data {
    fileprivate func hasNumber(_ condition: (Substring) -> Bool) -> Bool {
        String(decoding: self, as: UTF8.self).split { !"0123456789+-.eE".contains($0) }.contains(where: condition)
    }
}

extension Substring {
    fileprivate var isTooSmall: Bool {
        guard let value = Double(self), let single = Float(self) else { return false }
        let hasDigits = prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
        return hasDigits && (value == 0 || single == 0)
    }

    /// Whether the number has a fraction or an exponent, and more digits than a `Double`.
    fileprivate var isInOtherNotation: Bool {
        guard contains(where: { ".eE".contains($0) }), let value = Double(self) else { return false }
        return filter(\.isNumber).count > 16 || value == 0 || abs(value) > 0x1p53
    }
}
