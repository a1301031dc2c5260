import AbstractHTTP
import AbstractHTTPJSON
import AbstractHTTPStreams
import Foundation

extension PipelineCase {
    /// Models that are read and written without `Codable`, through the same functions as any other model.
    static func jsonCases() -> [PipelineCase] {
        let items = (0..<12).map { Item(id: $0, name: "an item with the number \($0)", price: 12.5, isNew: $0 < 2) }
        let encoder = JSONContentEncoder()
        let body = (try? encoder.encode(items).body).flatMap { body in
            if case .data(let data)? = body?.source { data } else { nil }
        }
        let response = AbstractHTTP.Response(
            statusCode: 200, headers: ["Content-Type": "application/json"], data: body ?? Data())
        let event = ServerSentEvent(
            data: #"{"id":"chatcmpl-7Qyqpwdqh","object":"chat.completion.chunk","created":1700000000,"model":"small","#
                + #""choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}"#)
        return [
            PipelineCase(name: "decoded", title: "1 KiB of JSON is decoded, with @JSONModel") { _ in
                try response.decoded(as: [Item].self)[0].name
            },
            PipelineCase(name: "encoded", title: "1 KiB of JSON is encoded, with @JSONModel") { _ in
                "\(try encoder.encode(items).mediaType?.essence ?? "")"
            },
            PipelineCase(name: "event", title: "an event of 170 bytes is decoded, with @JSONModel") { _ in
                try event.decoded(as: Chunk.self).choices[0].delta.content ?? ""
            },
        ]
    }
}

@JSONModel
private struct Item: Sendable {
    var id: Int
    var name: String
    var price: Double
    var isNew: Bool
}

@JSONModel
private struct Chunk: Sendable {
    var id: String
    var created: Int
    var choices: [ChunkChoice]
}

@JSONModel
private struct ChunkChoice: Sendable {
    var index: Int
    var delta: ChunkDelta
}

@JSONModel
private struct ChunkDelta: Sendable {
    var content: String?
}
