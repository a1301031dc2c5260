import AbstractHTTPTesting
import Foundation
import HTTPIDLCompiler

// Compiles mutated files of a corpus for so many seconds: whatever they hold, there is Swift or there are errors, and
// no trap. What is mutated follows from the seed, which is printed; the file that is compiled is kept, so that it is
// known after a trap.

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, let seconds = arguments.dropFirst().first.flatMap(Double.init) else {
    print("usage: FuzzIDL FOLDER SECONDS [SEED]")
    exit(2)
}
let seed = arguments.dropFirst(2).first.flatMap { UInt64($0) } ?? .random(in: 0...999_999)
let corpus = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    .filter { $0.hasSuffix(".http") || $0.hasSuffix(".txt") }
    .map { [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: $0))) }
guard !corpus.isEmpty else {
    print("there is no .http file in \(folder)")
    exit(2)
}
print("FuzzIDL: \(corpus.count) files, \(seconds) s, seed \(seed)")

var fuzzer = Fuzzer(corpus: corpus, seed: seed)
let kept = URL.temporaryDirectory.appending(path: "FuzzIDL.http")
let end = ContinuousClock.now + .seconds(seconds)
while ContinuousClock.now < end { try fuzzer.step(keeping: kept) }
try? FileManager.default.removeItem(at: kept)
print("\(fuzzer.count) files, \(fuzzer.compiled) of them compiled, \(fuzzer.complaints) errors")
exit(fuzzer.compiled > 0 && fuzzer.complaints > 0 ? 0 : 1)
