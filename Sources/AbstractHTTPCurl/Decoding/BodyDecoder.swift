import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// Decodes one content coding. Takes encoded bytes in pieces of any size and returns decoded bytes one block at a time.
struct BodyDecoder: Sendable {
    /// The result of one step.
    enum Step {
        case output(Block)
        /// Many members or frames were decoded, and there are more. The caller can let other tasks run.
        case goesOn
        /// The decoder needs more encoded bytes, or their end.
        case needsInput
        case end
    }

    private let coding: ContentCoding
    private var input = Data()
    private var hasInputEnded = false
    private var decompressor: Decompressor?
    /// Whether a gzip member or Zstandard frame has ended and the next one has not begun.
    private var isComplete = false
    private var format: LCFormat?
    /// How many bytes may still follow raw deflate data. Some servers append a checksum, which the standard does not
    /// allow.
    private var toleratedBytes = 4
    /// The number of bytes decoded so far.
    private(set) var byteCount = 0
    private var failure: TransportError?
    /// The number of encoded bytes since the last decoded one.
    private var silentBytes = 0
    /// The maximum of these. Empty members and padding produce nothing, so a body could consist of terabytes of them.
    private static let mostSilentBytes = 1 << 20
    /// How many members or frames a step begins at most. Each one needs a new decompressor, even if it is empty.
    private static let mostMembersInStep = 16
    /// How many members or frames the step can still begin.
    private var membersLeft = 0

    init(_ coding: ContentCoding) {
        self.coding = coding
    }

    /// Adds encoded bytes. Nil marks their end.
    mutating func append(_ bytes: Data?) {
        guard let bytes else {
            hasInputEnded = true
            return
        }
        if input.isEmpty { input = bytes } else { input += bytes }
        silentBytes += bytes.count
    }

    /// Decodes at most one block. Throws ``TransportError`` if the data is malformed or truncated, after everything
    /// before the fault has been returned.
    mutating func next(_ blocks: BlockPool) throws(TransportError) -> Step {
        if let failure { throw failure }
        let block = blocks.take()
        membersLeft = Self.mostMembersInStep
        failure = fill(block)
        byteCount += block.count
        guard block.count == 0 else {
            silentBytes = 0
            return .output(block)
        }
        blocks.give(block)
        if silentBytes > Self.mostSilentBytes { failure = failure ?? malformed }
        if let failure { throw failure }
        if membersLeft == 0, decompressor == nil { return .goesOn }
        return hasInputEnded ? .end : .needsInput
    }

    /// Decodes until `block` is full or more input is needed. Returns the error if there is one.
    private mutating func fill(_ block: Block) -> TransportError? {
        while block.room > 0 {
            if decompressor == nil {
                guard membersLeft > 0 else { return nil }
                if let problem = begin() { return problem }
            }
            guard let decompressor else { return nil }
            let before = (input.count, block.count)
            switch decompressor.run(&input, into: block) {
            case .continues:
                guard input.isEmpty, block.room > 0 else {
                    // A library always makes progress. Without this check, a bug in one could loop forever.
                    guard before != (input.count, block.count) else { return malformed }
                    continue
                }
                return hasInputEnded ? cutOff(after: byteCount + block.count) : nil
            case .ended: (self.decompressor, isComplete) = (nil, true)
            case .malformed: return malformed
            case .outOfMemory: return TransportError(.outOfResources, "no memory to decode the body")
            @unknown default: return TransportError(.other)
            }
        }
        return nil
    }

    /// Begins the first or the next member or frame, if there is input for it. Returns the error if there is one.
    private mutating func begin() -> TransportError? {
        if isComplete { dropPadding() }
        guard let first = input.first, input.count >= coding.signatureLength || hasInputEnded else { return nil }
        guard !isComplete || coding.mayContinue(with: first) else {
            return TransportError(.malformedResponse, "bytes follow the \(coding) data of the body")
        }
        membersLeft -= 1
        let format = coding.format(of: input)
        decompressor = Decompressor(format)
        (isComplete, self.format) = (false, format)
        return decompressor == nil ? TransportError(.outOfResources, "no memory to decode the body") : nil
    }

    /// Drops harmless bytes after complete data: zero padding after a gzip member, a checksum after raw deflate data.
    private mutating func dropPadding() {
        switch format {
        case .gzip: input = input.drop { $0 == 0 }
        case .rawDeflate:
            let count = min(toleratedBytes, input.count)
            input = input.dropFirst(count)
            toleratedBytes -= count
        default: break
        }
    }

    private var malformed: TransportError {
        TransportError(.malformedResponse, "the body is not valid \(coding)")
    }

    private func cutOff(after count: Int) -> TransportError {
        TransportError(.cutOff(received: count, expected: nil), "the \(coding) data of the body is incomplete")
    }
}
