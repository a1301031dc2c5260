// What must not compile, each line with the beginning of its error. `NonsenseTests` has the compiler say so.

import AbstractHTTP
import AbstractHTTPEndpoints
import Foundation

struct Account: Codable { var email: String }
struct Friend: Codable { var name: String }
struct Opaque {}
final class Shared: Codable { var count = 0 }

let anyInput = POST<[String: Any], None>("a")  // error: type 'Any' does not conform to protocol 'Encodable'
let anyOutput = GET<None, [String: Any]>("a")  // error: 'init(_:base:)' is unavailable: the output is neither
let opaqueInput = POST<Opaque, None>("a")  // error: type 'Opaque' does not conform to protocol 'Encodable'
let opaqueOutput = GET<None, Opaque>("a")  // error: 'init(_:base:)' is unavailable: the output is neither
let sharedInput = POST<Shared, None>("a")  // error: type 'Shared' does not conform to the 'Sendable' protocol
let voidOutput = GET<None, Void>("a")  // error: 'init(_:base:)' is unavailable: the output is neither
let headWithABody = HEAD<None, Friend>("a")  // error: type 'Friend' does not conform to protocol 'HeadOutput'

func call() async throws {
    let account = Account(email: "ada@example.com")
    let login = POST<Account, Friend>("a")
    let friends = GET<None, [Friend]>("a")
    let ping = GET<None, None>("a")
    let avatar = POST<Data, String>("a")

    // These do compile.
    let _: Friend = try await login(account)
    let _: [Friend] = try await friends()
    try await ping()
    login.request(account) { _ in }
    ping.request()

    _ = try await login()  // error: referencing instance method 'callAsFunction()'
    _ = try await login("Ada")  // error: cannot convert value of type 'String' to expected argument type 'Account'
    _ = try await friends(account)  // error: cannot convert value of type 'Account' to expected argument type 'None'
    _ = try await avatar("text")  // error: cannot convert value of type 'String' to expected argument type 'Data'
    let _: Account = try await login(account)  // error: cannot convert value of type 'Friend' to specified type
    login.request(account)  // error: referencing instance method 'request'
    login.request { _ in }  // error: referencing instance method 'request(completion:)'
    friends.request()  // error: referencing instance method 'request()'
    ping.request(1)  // error: cannot convert value of type 'Int' to expected argument type 'None'
    _ = friends.mock(account)  // error: no exact matches in call to instance method 'mock'
    _ = login.accepting(404) { _ in [] }  // error: cannot convert value of type '[Any]' to closure result type
}
