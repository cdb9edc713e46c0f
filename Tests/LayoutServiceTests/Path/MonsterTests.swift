import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Hard snapshots are answered correctly")
struct MonsterTests {
  private static let count = 1200

  private static func numbers(_ number: (Int) -> Double) -> JSONValue {
    .array((0..<count).map { .number(number($0)) })
  }

  private static func waterfall(_ placement: JSONValue, columns: Double, _ heights: JSONValue)
    -> JSONValue
  {
    [
      "engine": "waterfall",
      "metrics": ["numberOfColumns": .number(columns), "placement": placement],
      "sections": [["items": ["heights": heights]]],
    ]
  }

  private static func sections(_ section: JSONValue) -> JSONValue {
    let rows: JSONValue = ["engine": "column", "items": 20]
    return ["sections": .array([rows] + Array(repeating: section, count: count) + [rows])]
  }

  private static let pinningHeaders: JSONValue = .array(
    (0..<count).map { ["height": .number(Double(1 + $0 % 3)), "pin": true] })

  static let monsters: [(name: String, snapshot: JSONValue)] =
    ["shortest", "leftToRight", "rightToLeft"].flatMap { placement -> [(String, JSONValue)] in
      [
        (
          "two thousand columns, \(placement)",
          waterfall(.string(placement), columns: 2000, numbers { Double($0 % 90) })
        ),
        (
          "one high item, \(placement)",
          waterfall(
            .string(placement), columns: 4, numbers { $0 == 0 ? 1e7 : Double(1 + $0 % 90) })
        ),
        (
          "items without a height, \(placement)",
          waterfall(.string(placement), columns: 3, numbers { $0 % 97 == 0 ? 9 : 0 })
        ),
      ]
    } + [
      ("sections without items", sections([:])),
      ("sections of one item without a height", sections(["items": [["width": 9, "height": 0]]])),
      ("sections with a pinning header", sections(["headers": [["height": 1, "pin": true]]])),
      ("one stack of pinning headers", ["sections": [["headers": pinningHeaders, "items": 9]]]),
      ("global pinning headers", ["globalHeaders": pinningHeaders, "sections": [["items": 9]]]),
      (
        "one line of items without a width",
        [
          "metrics": ["minimumInteritemSpacing": 0],
          "sections": [
            [
              "items": [
                "widths": numbers { $0 % 999 == 5 ? 1e-3 : 0 },
                "heights": numbers { Double($0 % 9) },
              ]
            ]
          ],
        ]
      ),
      (
        "a high line",
        [
          "sections": [["items": ["heights": numbers { $0 == 0 ? 1e7 : Double(1 + $0 % 90) }]]]
        ]
      ),
      (
        "a high row",
        [
          "engine": "column", "metrics": ["numberOfColumns": 3, "cellHeight": "natural"],
          "sections": [["items": ["heights": numbers { $0 == 0 ? 1e7 : Double(1 + $0 % 90) }]]],
        ]
      ),
    ]

  @Test(
    "A first screen comes with the POST, and queries find what a scan finds", arguments: monsters)
  func monster(name: String, snapshot: JSONValue) throws {
    let test = try TestService()
    let posted = try test.post(snapshot, "bounds=0,0,390,844&limit=100")
    #expect(posted.status == 201, "\(name): \(posted.text)")
    let answers = try OracleAnswers(test, snapshot, width: 390, "\(name)")
    let height = answers.naive.contentHeight
    for part in [0, 0.3, 0.999] {
      let bounds = NaiveRect(x: 0, y: part * height - 20, width: 390, height: 300)
      let corner = NaiveRect(x: 100, y: part * height, width: 5, height: 40)
      try answers.expectElements(in: corner)
      try answers.expectSpecial(bounds: bounds, inset: NaiveInsets())
      try answers.expectHit(
        NaivePoint(x: 101, y: part * height), bounds: bounds, inset: NaiveInsets())
    }
  }
}
