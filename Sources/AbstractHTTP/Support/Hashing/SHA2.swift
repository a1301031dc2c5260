/// SHA-256 (FIPS 180-4, section 6.2).
package enum SHA256: HashFunction {
    package static let initialState: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]
    package static let isBigEndian = true
    package static let byteCount = 32

    private static let constants = SHA512Constants.all.prefix(64).map { UInt32(truncatingIfNeeded: $0 >> 32) }

    package static func compress(_ block: [UInt32], _ state: inout [UInt32]) {
        SHA2.compress(
            block, &state, constants, small: ((7, 18, 3), (17, 19, 10)), large: ((6, 11, 25), (2, 13, 22)))
    }
}

/// SHA-512/256 (FIPS 180-4, section 6.7): SHA-512 with another initial state, cut to 256 bits.
package enum SHA512Half: HashFunction {
    package static let initialState: [UInt64] = [
        0x2231_2194_FC2B_F72C, 0x9F55_5FA3_C84C_64C2, 0x2393_B86B_6F53_B151, 0x9638_7719_5940_EABD,
        0x9628_3EE2_A88E_FFE3, 0xBE5E_1E25_5386_3992, 0x2B01_99FC_2C85_B8AA, 0x0EB7_2DDC_81C5_2CA2,
    ]
    package static let isBigEndian = true
    package static let byteCount = 32

    package static func compress(_ block: [UInt64], _ state: inout [UInt64]) {
        SHA2.compress(
            block, &state, SHA512Constants.all, small: ((1, 8, 7), (19, 61, 6)), large: ((14, 18, 41), (28, 34, 39)))
    }
}

private enum SHA2 {
    typealias Rotations<Word> = (first: Word, second: Word, third: Word)

    /// Compresses a block. The two functions differ in the width of a word, the constants, and the rotations.
    static func compress<Word: FixedWidthInteger & UnsignedInteger>(
        _ block: [Word], _ state: inout [Word], _ constants: [Word], small: (Rotations<Word>, Rotations<Word>),
        large: (Rotations<Word>, Rotations<Word>)
    ) {
        var words: [Word] = []
        words.reserveCapacity(constants.count)
        words += block
        for index in 16..<constants.count {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = early.rotatedRight(small.0.first) ^ early.rotatedRight(small.0.second) ^ early >> small.0.third
            let second = late.rotatedRight(small.1.first) ^ late.rotatedRight(small.1.second) ^ late >> small.1.third
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in constants.indices {
            let mixed =
                e.rotatedRight(large.0.first) ^ e.rotatedRight(large.0.second) ^ e.rotatedRight(large.0.third)
            let chosen = e & f ^ ~e & g
            let first = h &+ mixed &+ chosen &+ constants[index] &+ words[index]
            let spread =
                a.rotatedRight(large.1.first) ^ a.rotatedRight(large.1.second) ^ a.rotatedRight(large.1.third)
            let second = spread &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        state = zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
    }
}
