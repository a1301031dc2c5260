/// The transfer codings of a response (RFC 9112, section 6.1).
extension HTTPHeaders {
    /// What is wrong with the Transfer-Encoding, or nil. It can be `chunked`, or `identity` as in older standards. No
    /// connector asks for another coding with TE.
    package var faultOfTransferEncoding: String? {
        let codings = values(for: "Transfer-Encoding").flatMap { $0.split(separator: ",") }
            .map { $0.withoutOuterWhitespace.lowercased() }.filter { !$0.isEmpty }
        if let unwanted = codings.first(where: { $0 != "chunked" && $0 != "identity" }) {
            return "the body has the transfer coding \(unwanted.debugDescription)"
        }
        guard codings.count > 1, codings.contains("chunked") else { return nil }
        return "the body has the transfer codings \(codings.joined(separator: ", "))"
    }
}
