import Foundation
import TestSupport
import Testing

@testable import AbstractHTTP

/// The hash functions, against the values of their standards and against another implementation.
@Suite struct HashingTests {
    /// RFC 1321, section A.5, and the examples of FIPS 180-4.
    @Test func hashesMatchTheStandards() {
        #expect(MD5.hash("".utf8).hexadecimal == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(MD5.hash("abc".utf8).hexadecimal == "900150983cd24fb0d6963f7d28e17f72")
        #expect(MD5.hash("message digest".utf8).hexadecimal == "f96b697d7cb7938d525a2f31aaf161d0")
        #expect(
            SHA256.hash("abc".utf8).hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            SHA512Half.hash("abc".utf8).hexadecimal
                == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
    }

    /// RFC 4231, section 4, test cases 1, 2 and 6.
    @Test func authenticationCodesMatchTheStandard() {
        let first = SHA256.authenticationCode(of: "Hi There".utf8, key: Array(repeating: 0x0B, count: 20))
        let second = SHA256.authenticationCode(of: "what do ya want for nothing?".utf8, key: Array("Jefe".utf8))
        let sixth = SHA256.authenticationCode(
            of: "Test Using Larger Than Block-Size Key - Hash Key First".utf8, key: Array(repeating: 0xAA, count: 131))

        #expect(first.hexadecimal == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(second.hexadecimal == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(sixth.hexadecimal == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    /// Each length up to three blocks, in which the padding takes each of its forms.
    @Test func hashesMatchPythonAtEveryLength() async throws {
        let script = """
            import hashlib
            for count in range(400):
                message = bytes(index * 7 % 251 for index in range(count))
                print(*(hashlib.new(name, message).hexdigest() for name in ("md5", "sha256", "sha512_256")))
            """
        let outcome = try await Command.outcome(of: ["python3", "-c", script])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 400, "\(outcome.errors)")

        for (count, line) in lines.enumerated() {
            let message = (0..<count).map { UInt8($0 * 7 % 251) }
            var pieces = MessageHasher<SHA256>()
            for byte in message { pieces.update([byte]) }
            let hashes = [MD5.hash(message), pieces.finalize(), SHA512Half.hash(message)].map(\.hexadecimal)
            #expect(hashes.joined(separator: " ") == line, "\(count) bytes")
        }
    }

    @Test func bytesAreComparedInConstantTime() {
        #expect([1, 2, 3].equalsInConstantTime([1, 2, 3]))
        #expect(![1, 2, 3].equalsInConstantTime([1, 2, 4]))
        #expect(![1, 2, 3].equalsInConstantTime([1, 2]))
    }
}
