import AbstractHTTP
import AbstractHTTPLibcurl
import Foundation

/// The body of the request.
extension EasyHandle {
    /// Copies the next bytes of the body to `buffer`. Returns their number, or a code for libcurl.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let transfer else { return Int(LCReadAbort) }
        noteActivity()
        sentWhenActive = LCEasyInfo(easy, .sentBytes)
        // libcurl asks for more when it has sent the previous bytes.
        noteSent(uploaded)
        let count: Int
        switch transfer.upload {
        case .none, .copied: return 0
        case .data(let data):
            let part = data.dropFirst(uploaded).prefix(buffer.count)
            part.copyBytes(to: buffer)
            count = part.count
        case .pulled(let pump):
            switch pump.read(into: buffer, onBytes: { [post = engine.post] in _ = post(.resume(transfer)) }) {
            case .copied(let copied):
                count = copied
                isUnwatched = false
            case .end:
                hasUploadEnded = true
                noteWholeBody()
                return 0
            case .pending: return starve()
            case .failed(let error):
                failure = error
                return Int(LCReadAbort)
            }
        }
        uploaded += count
        if isBodySent { noteWholeBody() }
        return count
    }

    /// Whether libcurl has all bytes of the body. It may still decide not to send them, if the server answers before.
    var isBodySent: Bool {
        switch transfer?.upload {
        case .none?, nil: true
        // libcurl does not ask for these bytes.
        case .copied(let data): LCEasyInfo(easy, .sentBytes) >= data.count
        case .data(let data): uploaded == data.count
        case .pulled(let pump): hasUploadEnded || uploaded == pump.length
        }
    }

    private var isBodyEmpty: Bool {
        switch transfer?.upload {
        case .none?, nil: false
        case .copied(let data), .data(let data): data.isEmpty
        // libcurl does not ask for the bytes of a body with the length 0.
        case .pulled(let pump): pump.length == 0 || hasUploadEnded && uploaded == 0
        }
    }

    /// If the response came first, its connection can be used again now.
    private func noteWholeBody() {
        if isHeadComplete { forbidReuse(!isFindable || framing.closesConnection) }
    }

    /// Pauses sending until the body has bytes. Returns the code for libcurl.
    private func starve() -> Int {
        guard failure == nil else { return Int(LCReadAbort) }
        isStarved = true
        engine.mayStarve = true
        lastActivity = nil
        return Int(LCReadPause)
    }

    /// Goes back to an earlier byte of the body, because libcurl sends the request again.
    func rewind(to offset: Int64) -> Int32 {
        guard let transfer else { return LCSeekImpossible }
        switch transfer.upload {
        case .none, .copied: break
        case .data(let data):
            guard let offset = Int(exactly: offset), (0...data.count).contains(offset) else { return LCSeekImpossible }
            uploaded = offset
            return LCSeekDone
        case .pulled(let pump):
            guard offset == 0, pump.rewind() else {
                failure = isRefused ? Self.refusal : Self.lostConnection
                return LCSeekImpossible
            }
        }
        (uploaded, hasUploadEnded) = (0, false)
        return LCSeekDone
    }

    /// Reports that `count` bytes of the body have been sent. An empty body is reported once.
    func noteSent(_ count: Int) {
        guard count > sent, count > 0 || isBodyEmpty else { return }
        sent = count
        transfer?.context.didSend(count)
    }

    /// Notes activity if bytes were sent since libcurl last asked for some, or since the last call. libcurl asks only
    /// once per MiB. Returns whether bytes were sent.
    func noteSending() -> Bool {
        guard uploaded > 0 else { return false }
        let count = LCEasyInfo(easy, .sentBytes)
        defer { sentWhenActive = count }
        guard count > sentWhenActive else { return false }
        noteActivity()
        return true
    }
}
