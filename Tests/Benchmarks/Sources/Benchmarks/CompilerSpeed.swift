import HTTPIDLCompiler

/// How much CPU time httpidl takes for messages of all kinds, from the text to the Swift.
///
/// Fails if ten times the messages take more than twenty times as much, because the compiler must stay linear.
enum CompilerSpeed {
    struct NotLinear: Error {
        let ratio: Double
    }

    static func run(messages: Int, rounds: Int) throws {
        var (small, large) = ([Double](), [Double]())
        var (input, output) = (0, 0)
        for _ in 0..<rounds {
            small.append(try compile(messages / 10).milliseconds)
            let run = try compile(messages)
            large.append(run.milliseconds)
            (input, output) = (run.input, run.output)
        }
        let ratio = (large.min() ?? 0) / (small.min() ?? 1)
        print(
            "\nIDL: \(messages) messages, \(input >> 10) KiB to \(output >> 10) KiB of Swift:",
            "\(Int(median(large))) ms of CPU (median of \(rounds) rounds),",
            String(format: "%.1f times what a tenth of them takes", ratio))
        guard ratio < 20 else { throw NotLinear(ratio: ratio) }
    }

    private static func compile(_ messages: Int) throws -> (milliseconds: Double, input: Int, output: Int) {
        let text = (0..<messages).map(message).joined()
        let file = SourceFile(path: "messages.http", text: text)
        let start = cpuSeconds()
        let output = try IDLCompiler(options: .init(isStrict: true)).compile([file]).reduce(0) {
            $0 + $1.text.utf8.count
        }
        return ((cpuSeconds() - start) * 1e3, text.utf8.count, output)
    }

    private static func message(_ number: Int) -> String {
        """
        /* Message number \(number). */
        MESSAGE /v1/things/\(number)/$thing_id/parts {
            GET REQUEST {
                INT32 page DEFAULT 1;
                STRING? sort = sort_by; /* How it is sorted. */
                ARRAY<Kind\(number)> kinds;
            }
            GET RESPONSE {
                ARRAY<Thing\(number)> things;
                DICT<STRING, ARRAY<INT64>> numbers = n;
                DATE? since;
            }
            PUT REQUEST { Thing\(number); }
            PUT RESPONSE { }
        }
        STRUCT Thing\(number) { STRING name; UINT64 id; Thing\(number)? next; DOUBLE weight; }
        ENUM Kind\(number) { FIRST = first; SECOND = second; }


        """
    }
}
