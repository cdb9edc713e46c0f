import LayoutService
import Oracle
import Testing

@Suite("Layout ids")
struct LayoutIDTests {
  private static let columns =
    "{\"sections\":[{\"items\":{\"widths\":[\((0..<10_000).map { "\($0 % 300)" }.joined(separator: ","))],"
    + "\"heights\":[\((0..<10_000).map { "\($0 % 7).25" }.joined(separator: ","))]}}]}"

  /// Made by the first release of version 1 of the rules. They may only change when `rulesVersion` is raised.
  private static let ids: [(text: String, id: String)] = [
    (
      #"{"sections":[{"items":{"widths":[0,256],"heights":[65536,0]}},{"items":{"widths":[0,255],"heights":[65535,0]}}]}"#,
      "9958c8a52dc9dda3556ddeeffd7fd14ad8c4049db59103e3b214418e4544094d"
    ),
    (
      #"{"sections":[]}"#,
      "25dd4c1d8bafcf4932a135ca2d80c43efd747e72f5708e41d954ce34f4693b8e"
    ),
    (
      #"{"sections":[{"items":3}]}"#,
      "5e35a6741f08c7e90a67fad257851ee761bbf78989d5a3100d414779d2e2d1f2"
    ),
    (
      #"{"sections":[{"items":[{"width":3,"height":255},{"width":4,"height":256}]}]}"#,
      "2c33f0918aa38db7c08f16a3cc17c91015b837d5f38c93faebf22250cf30280f"
    ),
    (
      #"{"sections":[{"items":{"widths":[65535,1,2],"heights":[65536,1,2]}}]}"#,
      "d0e605ebc88275dea2ec8eb506918d5dfdfbce76e53410458b45b02b6cbab873"
    ),
    (
      #"{"sections":[{"items":{"widths":[0.5,1,2],"heights":[0.1,1,2]}}]}"#,
      "11f564ca54fc9b810090501f9f8bf98cf683c22b32ea686102fdce27433d20f6"
    ),
    (
      #"{"sections":[{"items":{"widths":[16777217,1,2],"heights":[1e300,1,2]}}]}"#,
      "6bf56b4e84cf5922f1c0a8b07eaa3ea60eed68cc95888e9b1583bd555e7568c8"
    ),
    (
      #"{"sections":[{"items":[{"width":-0,"height":1e-45},{"width":0.0,"height":4e-46},{"width":7,"height":3}]}]}"#,
      "82cc8881d723b1416a717e6c2c479bd9b63060b6afcc165ebdb4cd156f87a6c0"
    ),
    (
      #"{"engine":"waterfall","sections":[{"items":[{"width":3,"height":2},{"height":5}]},{"items":{"heights":[4,4.5,4]}}]}"#,
      "19397a9f76d6d14cce041c0c0234e85dc4f4180cd248cdea51b0cc88b7179c52"
    ),
    (
      #"{"engine":"column","sections":[{"items":[{"width":3,"height":2},{"height":4503599627370497}]}]}"#,
      "887c9aad9aae557d14e52dcc0f3caabd6666f66979e2045ce93490e9c0dd58a0"
    ),
    (
      #"{"scrollDirection":"horizontal","engine":"mosaic","sections":[{"id":"a","items":[{},{"width":1}],"headers":[{"width":9,"pin":true}]}]}"#,
      "a80f9c6c25b8457d978ed250707d61442cb8b4a8278ddaaec978f96de538446c"
    ),
    (
      #"{"scrollDirection":"horizontal","sections":[{"items":[{"width":300,"height":9007199254740992},{"width":1.25,"height":1}]}]}"#,
      "1ce5cf9ad51c7d5fc448fb1a2eaf5620ef0763f2eece0849241b419c9cd12e47"
    ),
    (
      columns,
      "4b4ad3eafe2d31373b7c600cc5758a88b5cfc4150289a13f94cc990cb1a0ba51"
    ),
  ]

  @Test("Layout ids never change", arguments: 0..<13)
  func vectors(number: Int) throws {
    let service = Service(limits: ServiceLimits(), metrics: ServiceMetrics(), log: { _ in })
    let (text, id) = LayoutIDTests.ids[number]
    #expect(LayoutIDTests.ids.count == 13)
    let (status, body) = service.compute(snapshot: Array(text.utf8), query: "")
    #expect(status == 201)
    #expect(try JSONValue(parsing: body)["id"]?.string == id, "\(text.prefix(200))")
  }
}
