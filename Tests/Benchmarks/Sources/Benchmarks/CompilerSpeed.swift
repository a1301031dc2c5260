import HTTPIDLCompiler

/// How long httpidl takes for messages of all kinds, from the text to the Swift. More than a second for a thousand of them is a failure: that is what
/// it promises, and four times what it takes.
enum CompilerSpeed {
    struct TooSlow: Error {
        let milliseconds: [Double]
    }

    static func run(messages: Int, rounds: Int) throws {
        let text = (0..<messages).map(message).joined()
        let file = SourceFile(path: "messages.http", text: text)
        var (times, bytes) = ([Double](), 0)
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            bytes = try IDLCompiler(options: .init(isStrict: true)).compile([file]).reduce(0) {
                $0 + $1.text.utf8.count
            }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let (from, to, taken) = (text.utf8.count >> 10, bytes >> 10, Int(median(times)))
        print(
            "\nIDL: \(messages) messages, \(from) KiB to \(to) KiB of Swift: \(taken) ms (median of \(rounds) rounds)")
        guard let fastest = times.min(), fastest < Double(messages) else { throw TooSlow(milliseconds: times) }
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
