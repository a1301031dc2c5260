import AbstractHTTPJSON

/// Models that are read and written without `Codable`.
enum Direct {
    @JSONModel struct Song {
        var id: Int
        var title: String
        var artist: String
        var seconds: Double
        var isLive: Bool
    }

    @JSONModel struct Repository {
        var id: Int
        var name: String
        var fullName: String
        var isPrivate: Bool
        var url: String
        var description: String?
        var isFork: Bool
        var stars: Int
        var score: Double
        var topics: [String]
        var owner: Owner
    }

    @JSONModel struct Owner {
        var id: Int
        var login: String
        var avatar: String
        var isAdmin: Bool
    }

    @JSONModel struct Text {
        var title: String
        var body: String
        var language: String
    }

    @JSONModel struct Route {
        var name: String
        var points: [[Double]]
    }

    @JSONModel struct Node {
        var value: Int
        var children: [Node]
    }

    @JSONModel struct Wide {
        var f0: Int
        var f1: String
        var f2: Double
        var f3: Bool
        var f4: Int
        var f5: String
        var f6: Double
        var f7: Bool
        var f8: Int
        var f9: String
        var f10: Double
        var f11: Bool
        var f12: Int
        var f13: String
        var f14: Double
        var f15: Bool
        var f16: Int
        var f17: String
        var f18: Double
        var f19: Bool
        var f20: Int
        var f21: String
        var f22: Double
        var f23: Bool
        var f24: Int
        var f25: String
        var f26: Double
        var f27: Bool
        var f28: Int
        var f29: String
        var f30: Double
        var f31: Bool
        var f32: Int
        var f33: String
        var f34: Double
        var f35: Bool
        var f36: Int
        var f37: String
        var f38: Double
        var f39: Bool
        var f40: Int
        var f41: String
        var f42: Double
        var f43: Bool
        var f44: Int
        var f45: String
        var f46: Double
        var f47: Bool
        var f48: Int
        var f49: String
        var f50: Double
        var f51: Bool
        var f52: Int
        var f53: String
        var f54: Double
        var f55: Bool
        var f56: Int
        var f57: String
        var f58: Double
        var f59: Bool
    }

    @JSONModel struct Few {
        var f7: Bool
        var f23: Bool
        var f51: Bool
    }
}

/// The same models with `Codable`.
enum ByFoundation {
    struct Song: Codable {
        var id: Int
        var title: String
        var artist: String
        var seconds: Double
        var isLive: Bool
    }

    struct Repository: Codable {
        var id: Int
        var name: String
        var fullName: String
        var isPrivate: Bool
        var url: String
        var description: String?
        var isFork: Bool
        var stars: Int
        var score: Double
        var topics: [String]
        var owner: Owner
    }

    struct Owner: Codable {
        var id: Int
        var login: String
        var avatar: String
        var isAdmin: Bool
    }

    struct Text: Codable {
        var title: String
        var body: String
        var language: String
    }

    struct Route: Codable {
        var name: String
        var points: [[Double]]
    }

    struct Node: Codable {
        var value: Int
        var children: [Node]
    }

    struct Wide: Codable {
        var f0: Int
        var f1: String
        var f2: Double
        var f3: Bool
        var f4: Int
        var f5: String
        var f6: Double
        var f7: Bool
        var f8: Int
        var f9: String
        var f10: Double
        var f11: Bool
        var f12: Int
        var f13: String
        var f14: Double
        var f15: Bool
        var f16: Int
        var f17: String
        var f18: Double
        var f19: Bool
        var f20: Int
        var f21: String
        var f22: Double
        var f23: Bool
        var f24: Int
        var f25: String
        var f26: Double
        var f27: Bool
        var f28: Int
        var f29: String
        var f30: Double
        var f31: Bool
        var f32: Int
        var f33: String
        var f34: Double
        var f35: Bool
        var f36: Int
        var f37: String
        var f38: Double
        var f39: Bool
        var f40: Int
        var f41: String
        var f42: Double
        var f43: Bool
        var f44: Int
        var f45: String
        var f46: Double
        var f47: Bool
        var f48: Int
        var f49: String
        var f50: Double
        var f51: Bool
        var f52: Int
        var f53: String
        var f54: Double
        var f55: Bool
        var f56: Int
        var f57: String
        var f58: Double
        var f59: Bool
    }

    struct Few: Codable {
        var f7: Bool
        var f23: Bool
        var f51: Bool
    }
}
