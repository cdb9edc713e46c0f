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
      "521d93dc17595af64f381b17b9365e21b3a13865ff785f4f84e05ab7fd98b976"
    ),
    (
      #"{"sections":[]}"#,
      "ef5f9fa93c12ce8be26c5704da115565cd6cc6d2e02bc663ed7a569a74c3bf50"
    ),
    (
      #"{"sections":[{"items":3}]}"#,
      "1f1afc16483a516e1d579c04ca149a4a4e8d9c00d86f3b224cb24cc7cb7b98f1"
    ),
    (
      #"{"sections":[{"items":[{"width":3,"height":255},{"width":4,"height":256}]}]}"#,
      "8f53aa4196b24897d19bf58aedc8843337ae5a556a076d9ac0c93b0433510e2d"
    ),
    (
      #"{"sections":[{"items":{"widths":[65535,1,2],"heights":[65536,1,2]}}]}"#,
      "6f9b1fc56935bbbdac55d213dba6acbedaa06c11ca40f5837cf2ac784c19ae8d"
    ),
    (
      #"{"sections":[{"items":{"widths":[0.5,1,2],"heights":[0.1,1,2]}}]}"#,
      "34c3e49f43a2c01dd3f1b80eeb2f7e33996fbb38b1ac3788fd2f6796351a1b8f"
    ),
    (
      #"{"sections":[{"items":{"widths":[16777217,1,2],"heights":[1e300,1,2]}}]}"#,
      "b5d0fc77a5a76560c93f7c4c8f1d4e7095eb0352fe593d150486d1066ceceee4"
    ),
    (
      #"{"sections":[{"items":[{"width":-0,"height":1e-45},{"width":0.0,"height":4e-46},{"width":7,"height":3}]}]}"#,
      "54e6b0f06a69b5f913b5046c1f8162d4d93c78105c773453b0543376045612a4"
    ),
    (
      #"{"engine":"waterfall","sections":[{"items":[{"width":3,"height":2},{"height":5}]},{"items":{"heights":[4,4.5,4]}}]}"#,
      "550c4bfab13c3404f81df996e203aea01bb09df8e0b316f4e01e1e8a1fe28fdd"
    ),
    (
      #"{"engine":"column","sections":[{"items":[{"width":3,"height":2},{"height":4503599627370497}]}]}"#,
      "f7285f2986468adb162769fa39ae89900d1cd086e31d0ff05fef114b2bbabe58"
    ),
    (
      #"{"scrollDirection":"horizontal","engine":"mosaic","sections":[{"id":"a","items":[{},{"width":1}],"headers":[{"width":9,"pin":true}]}]}"#,
      "658cff0949b61da6b41570fcc95d455e8db35db17d5a7f5ca4a5d96f22ea8e34"
    ),
    (
      #"{"scrollDirection":"horizontal","sections":[{"items":[{"width":300,"height":9007199254740992},{"width":1.25,"height":1}]}]}"#,
      "3a6914e23a26fd762eace93ff543c03ccefab5b91d43359628bc9557e1ecca9d"
    ),
    (
      columns,
      "54526c95a8103e2bd8510a6d5ebe9026999e7895825d2b7be99c874092483534"
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
