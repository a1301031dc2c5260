import AbstractHTTP
import AbstractHTTPEndpoints
import AbstractHTTPTesting
import Foundation
import TestSupport
import Testing

/// Every block of code of seed 003, chapter by chapter, against the loopback server. A block that is a sketch (a
/// comment in place of a value, a call without `try`) is completed.
@Suite(.tags(.threadSanitizer, .libcurl)) @MainActor struct SeedTests {
    struct UserInfo: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct Friend: Codable, Equatable {
        var name: String
    }

    private let servers: SeedServer
    private let printed = Printed()
    private let account = Account(email: "xxxyyy@xy.com", password: "123456")
    private let page = Page(index: 0, total: 10)
    private let ada = UserInfo(id: 7, name: "Ada")
    private let others = [Friend(name: "Grace"), Friend(name: "Mary")]

    init() throws {
        servers = try SeedServer()
    }

    private func print(_ value: (some Sendable)?) { printed.add(value.map { "\($0)" } ?? "nil") }

    // MARK: - 思路

    enum Idea {
        // 登录
        // login被定义为一个POST请求
        // 它的入参是一个类型为Account的model，用来表示用户名和密码
        // 它的返回值是一个类型为UserInfo的model，用来表示用户的一些信息
        // 它实际访问的地址为https://www.xxxyyy.com/api/v1/login
        //
        static let login = POST<Account, UserInfo>("https://www.xxxyyy.com/api/v1/login")

        // 获取好友
        // friends被定义为一个GET请求
        // 它的入参类型为Page，用来表示分页
        // 它的返回值类型为[Friend]，用来表示一个Friend数组
        // 它实际访问的地址为https://www.xxxyyy.com/api/v1/friends
        //
        static let friends = GET<Page, [Friend]>("https://www.xxxyyy.com/api/v1/friends")
    }

    @Test func endpointInstanceIsCallable() async throws {
        let (login, friends) = (Idea.login, Idea.friends)

        let (userInfo, list) = try await servers.serve {
            // login
            let account = Account(email: "xxxyyy@xy.com", password: "123456")
            let userInfo = try await login(account)

            // get friends
            let page = Page(index: 0, total: 10)
            let list = try await friends(page)
            return (userInfo, list)
        }

        #expect(userInfo == ada && list == others)
        #expect(
            servers.lines == [
                #"POST www.xxxyyy.com /api/v1/login {"email":"xxxyyy@xy.com","password":"123456"}"#,
                "GET www.xxxyyy.com /api/v1/friends?index=0&total=10",
            ])
    }

    // MARK: - 在Swift 5.2版本的尝试

    @Test func anInstanceIsCalledAsAFunction() {
        struct Add {
            let adder: Int

            init(_ adder: Int) {
                self.adder = adder
            }

            func callAsFunction(_ other: Int) -> Int {
                return other + self.adder
            }
        }

        let addTwo = Add(2)
        let a = addTwo(0)  // let a = addTwo.callAsFunction(0)
        let b = addTwo(1)  // let a = addTwo.callAsFunction(1)
        let c = addTwo(5)  // let a = addTwo.callAsFunction(5)

        #expect(a == 2 && b == 3 && c == 7)
    }

    @Test func callbacksHaveThreeEquivalentForms() async throws {
        let login = Idea.login

        try await servers.serve {
            login(account) { response in
                let friends = response.value
                print(friends)
            }

            // 等价于
            login.callAsFunction(account) { response in
                let friends = response.value
                print(friends)
            }

            login.request(account) { response in print(response.value) }
            await printed.wait(for: 3)
        }

        #expect(printed.all == Array(repeating: "\(ada)", count: 3))
        #expect(servers.lines.count == 3)
    }

    // MARK: - 请求函数的种类

    @Test func typeDeterminesTheMethod() async throws {
        let path = "https://www.xxxyyy.com/api/v1/empty"

        try await servers.serve {
            try await GET<None, None>(path)()
            try await POST<None, None>(path)()
            try await PUT<None, None>(path)()
            try await PATCH<None, None>(path)()
            try await DELETE<None, None>(path)()
        }

        #expect(
            servers.lines == ["GET", "POST", "PUT", "PATCH", "DELETE"].map { "\($0) www.xxxyyy.com /api/v1/empty" })
    }

    // MARK: - 利用Swift的Conditional Conformance

    @Test func everyCombinationHasItsOneMethod() async throws {
        let url = "https://www.xxxyyy.com/api/v1/friends"
        let json: JSON = ["q": 1]

        try await servers.serve {
            // Output == None
            POST<None, None>(url).request()
            POST<JSON, None>(url).request(["q": 1])
            POST<Page, None>(url).request(page)
            // Output == JSON
            POST<None, JSON>(url).request { print($0.value?[1]["name"]?.stringValue) }
            POST<JSON, JSON>(url).request(json) { print($0.value?[1]["name"]?.stringValue) }
            POST<Page, JSON>(url).request(page) { print($0.value?[1]["name"]?.stringValue) }
            // Output: Decodable
            POST<None, [Friend]>(url).request { print($0.value?.last?.name) }
            POST<JSON, [Friend]>(url).request(json) { print($0.value?.last?.name) }
            POST<Page, [Friend]>(url).request(page) { print($0.value?.last?.name) }
            // Output == Data
            POST<None, Data>(url).request { print($0.value.map { _ in "Mary" }) }
            POST<JSON, Data>(url).request(json) { print($0.value.map { _ in "Mary" }) }
            POST<Page, Data>(url).request(page) { print($0.value.map { _ in "Mary" }) }
            await printed.wait(for: 9)
            await servers.server.waitForRequests(12)
        }

        #expect(printed.all == Array(repeating: "Mary", count: 9))
        let line = "POST www.xxxyyy.com /api/v1/friends"
        let lines = [line, line + #" {"index":0,"total":10}"#, line + #" {"q":1}"#].flatMap {
            Array(repeating: $0, count: 4)
        }
        #expect(servers.lines.sorted() == lines)
    }

    // MARK: - 请求的可配置性

    @Test func requestsAreConfiguredTogetherAndOneByOne() async throws {
        let ended = Printed()

        try await servers.serve {
            Configuration.eventMonitors = [
                ClosureEventMonitor(onEnd: { _, error in ended.add("\(error?.type as Any)") })
            ]
            Configuration.DataRequest.timeoutInterval = 60
            Configuration.DataRequest.headers = ["X-App": "seed"]
            Configuration.DataRequest.base = "https://www.xxxyyy.com"

            let login = POST<None, None>("api/v1/login")
            login
                .setTimeoutInterval(2)  // 会覆盖Configuration的配置
                .setMock("http://www.mocking.com/login")  // 做mock
                .request()
            await ended.wait(for: 1)
        }

        #expect(ended.all == ["nil"])
        #expect(servers.lines == ["POST www.mocking.com /login"])
        #expect(servers.server.requests.first?.headers["X-App"] == "seed")
    }

    // MARK: - 单个base url的情况

    enum APIs {

        // 登录
        static let login = POST<Account, UserInfo>("api/v1/login")

        // 获取好友
        static let friends = GET<Page, [Friend]>("api/v1/friends")
    }

    @Test func endpointsShareOneBase() async throws {
        try await servers.serve {
            Configuration.DataRequest.base = "https://www.xxx.com"  // base url

            // 登录
            let account = Account(email: "mine@xy.com", password: "123456")
            APIs.login.request(account) {
                print($0.value)  // UserInfo
            }
            await printed.wait(for: 1)

            /// 获取好友
            let page = Page(index: 0, total: 10)
            APIs.friends.request(page) {
                print($0.value)  // [Friend]
            }
            await printed.wait(for: 2)

            /// mock获取好友
            APIs
                .friends
                .setMock("http://www.mocking.com/friends")
                .request(page) {
                    print($0.value)  // [Friend]
                }
            await printed.wait(for: 3)
        }

        #expect(printed.all == ["\(ada)", "\(others)", "\(others)"])
        #expect(
            servers.lines == [
                #"POST www.xxx.com /api/v1/login {"email":"mine@xy.com","password":"123456"}"#,
                "GET www.xxx.com /api/v1/friends?index=0&total=10", "GET www.mocking.com /friends?index=0&total=10",
            ])
    }

    // MARK: - 多个base url的情况

    enum Bases {

        // base 0
        static let base0 = "https://www.xxx.com/"

        // base 1
        static let base1 = "https://www.yyy.com/"
    }

    enum SeveralAPIs {

        // 登录
        static let login = POST<Account, UserInfo>("api/v1/login", base: Bases.base0)

        // 获取好友
        static let friends = GET<Page, [Friend]>("api/v1/friends", base: Bases.base1)
    }

    @Test func endpointsHaveBasesOfTheirOwn() async throws {
        let (user, list) = try await servers.serve {
            (try await SeveralAPIs.login(account), try await SeveralAPIs.friends(page))
        }

        #expect(user == ada && list == others)
        #expect(servers.server.requests.map { $0.headers["X-Host"] } == ["www.xxx.com", "www.yyy.com"])
    }

    // MARK: - 需要修改base url的情况

    enum ChangingBases {
        private static let current = BaseURL("https://old.xxx.com/")

        // before
        static var base0: String {
            get { current.url }
            set { current.url = newValue }
        }
    }

    enum ChangingAPIs {

        // 由于base参数使用的是@autoclosure，base参数其实是直接捕获了`Bases.base0`这个表达式
        // 所以对Bases.base0的修改能够立即被应用上。
        static let login = POST<Account, UserInfo>("api/v1/login", base: ChangingBases.base0)
    }

    @Test func changedBaseAppliesAtOnce() async throws {
        try await servers.serve {
            // before
            Configuration.DataRequest.base = "https://old.com"  // old base url
            _ = try await APIs.login(account)
            _ = try await ChangingAPIs.login(account)

            // after
            Configuration.DataRequest.base = "https://new.com"  // new base url
            ChangingBases.base0 = "https://new.xxx.com/"  // new base url
            _ = try await APIs.login(account)
            _ = try await ChangingAPIs.login(account)
        }

        #expect(
            servers.server.requests.map { $0.headers["X-Host"] } == [
                "old.com", "old.xxx.com", "new.com", "new.xxx.com",
            ])
    }

    // MARK: - 网络请求监控

    @Test func everythingIsMonitored() async throws {
        let events = Printed()

        try await servers.serve {
            Configuration.DataRequest.base = "https://www.xxx.com"
            let monitor0: ClosureEventMonitor = ClosureEventMonitor(onStart: { request in
                events.add("0 \(request.method)")
            })
            let monitor1: ClosureEventMonitor = ClosureEventMonitor(onValue: { _ in events.add("1 value") })
            let monitor2: ClosureEventMonitor = ClosureEventMonitor(onEnd: { _, _ in events.add("2 end") })

            Configuration.eventMonitors = [monitor0, monitor1, monitor2]

            // 登录
            APIs.login.request(account) { print($0.value) }
            await events.wait(for: 3)
        }

        #expect(events.all == ["0 POST", "1 value", "2 end"])
        #expect(printed.all.count == 1)
    }
}
