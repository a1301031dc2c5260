import Testing

@testable import AbstractHTTP

@Suite struct SetCookieFieldsTests {
    @Test(arguments: [
        ("a=b", ["a=b"]), ("a=1, b=2", ["a=1", "b=2"]), ("a=1,b=2", ["a=1", "b=2"]),
        ("a=1; Expires=Fri, 07 Aug 2099 08:04:19 GMT, b=2", ["a=1; Expires=Fri, 07 Aug 2099 08:04:19 GMT", "b=2"]),
        ("a=1, 2; Path=/", ["a=1, 2; Path=/"]), ("a=1,", ["a=1,"]), ("", [""]), ("a=1, =2", ["a=1, =2"]),
        ("a=\"x, y\"; Secure, __Host-b=\u{E4}", ["a=\"x, y\"; Secure", "__Host-b=\u{E4}"]),
    ])
    func joinedFieldsAreSplit(joined: String, values: [String]) {
        #expect(SetCookieFields(joined: joined).values == values)
    }
}
