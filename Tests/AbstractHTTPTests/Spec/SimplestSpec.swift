// This spec is copied word for word from its source document, so it is not formatted:
// swift-format-ignore-file

import AbstractHTTP
import Foundation

// 最小構成のシンプルなConnectionSpec実装
class SimplestSpec: ConnectionSpec {
    // 通信で受取るデータの型を定義する
    typealias ResponseModel = String

    // リクエスト先のURL 
    var url: String { return "https://www.google.com/" }
    
    // リクエストのHTTPメソッド
    var httpMethod: HTTPMethod { return .get }
    
    // 送信するリクエストヘッダー
    var headers: [String: String] { return [:] }
    
    // URLに付けるクエリパラメーター（URL末尾の`?`以降につけるkey=value形式のパラメーター）
    var urlQuery: URLQuery? { return nil }

    // ポストするデータ（リクエストボディ）。GET通信など不要な場合はnilにする
    func makePostData() -> Data? { return nil }
    
    // レスポンスデータのパース前のバリデーション
    func isValidResponse(response: Response) -> Bool { return true }

    // 通信レスポンスをデータモデルに変換する
    func parseResponse(response: Response) throws -> ResponseModel {
        if let string = String(bytes: response.data, encoding: .utf8) {
            return string
        }
        throw ConnectionErrorType.parse
    }
}
