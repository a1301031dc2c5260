import Foundation

/// MD5 (RFC 1321). It is broken. Only Digest authentication still needs it (RFC 7616).
package enum MD5: HashFunction {
    package static let initialState: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    package static let isBigEndian = false
    package static let byteCount = 16

    private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    private static let constants = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }

    package static func compress(_ block: [UInt32], _ state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let mixed: UInt32
            let index: Int
            switch step / 16 {
            case 0: (mixed, index) = (b & c | ~b & d, step)
            case 1: (mixed, index) = (d & b | ~d & c, (5 * step + 1) % 16)
            case 2: (mixed, index) = (b ^ c ^ d, (3 * step + 5) % 16)
            default: (mixed, index) = (c ^ (b | ~d), 7 * step % 16)
            }
            let sum = a &+ mixed &+ constants[step] &+ block[index]
            (a, d, c) = (d, c, b)
            b = b &+ sum.rotatedRight(32 - shifts[step / 16][step % 4])
        }
        state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
}
