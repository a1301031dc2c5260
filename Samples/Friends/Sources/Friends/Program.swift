import AbstractHTTPIDL
import AbstractHTTPTesting
import Foundation

/// Asks a server, which it starts itself, for friends. `GetV1FriendsRequest` and all the others are made of
/// `Friends.http`.
@main
struct Program {
    static func main() async throws {
        let server = try LoopbackServer(handler: answer)
        BaseConfiguration.shared.baseURLString = server.url

        let search = GetV1FriendsRequest()
        search.name = "a"
        let found = try await search.send()
        for friend in found.friends ?? [] {
            print(
                "\(friend.name ?? "?") is \(friend.mood?.rawValue ?? "?") and has \(friend.friends?.count ?? 0) friends"
            )
        }

        let creation = PostV1FriendsRequest()
        creation.body = Friend(name: "Mary", mood: .HAPPY)
        let mary = try await creation.send()
        print("Mary is number \(mary.body?.id ?? 0)")

        let avatar = PutV1FriendsFriendIdAvatarRequest(friend_id: "a/b")
        avatar.body = HTTPData(Data("a picture".utf8), mediaType: "image/png")
        _ = try await avatar.send()

        for request in server.requests {
            print("\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
        }
    }

    private static let answer: LoopbackServer.Handler = { request in
        switch request.method {
        case .get:
            .json(
                #"{"items": [{"name": "Ada", "mood": "curious", "friends": [{}, {}]}, {"name": "Grace", "mood": "tired"}]}"#
            )
        case .post: .json(#"{"id": 18446744073709551615, "name": "Mary"}"#)
        default: LoopbackResponse(statusCode: 204)
        }
    }
}
