import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("What stands still while a list is measured or a chat grows")
struct AnchorExampleTests {
  let test: TestService

  init() throws { test = try TestService() }

  /// Where the bounds start after one step.
  private func start(
    _ section: JSONValue, _ step: String, bounds: String, anchor: String = "auto"
  ) throws -> Double? {
    let path = try test.path(of: ["sections": [section]])
    let answer = try test.post(
      text: #"{"steps": [\#(step)]}"#,
      to: "\(path)/changes?bounds=\(bounds)&anchor=\(anchor)")
    try #require(answer.status < 300, "\(answer.text)")
    return try answer.json()["change"]?["bounds"]?["y"]?.double
  }

  @Test(
    "A measured item moves nothing that is seen",
    arguments: [(3, 80, true, 530.0), (9, 120, true, 570), (9, 120, false, 500)])
  func measuring(item: Int, height: Int, isEstimated: Bool, start: Double) throws {
    let section: JSONValue = [
      "engine": "column", "metrics": ["sectionInset": ["top": 30]],
      "items": ["count": 40, "height": 50, "estimated": .bool(isEstimated)],
    ]
    let found = try self.start(
      section,
      #"{"resize": [{"section": 0, "item": \#(item), "items": [{"height": \#(height)}]}]}"#,
      bounds: "0,500,320,480")
    #expect(found == start)
  }

  @Test(
    "A chat stays at its end, and where older messages come in front",
    arguments: [
      (10, 80, 600, "end", 680.0), (10, 80, 500, "end", 500), (0, 900, 0, "auto", 0),
      (0, 900, 0, "end", 900), (0, 900, 0, "first", 900),
    ])
  func chat(item: Int, height: Int, offset: Int, anchor: String, start: Double) throws {
    let found = try self.start(
      ["engine": "column", "items": ["count": 10, "height": 100]],
      #"{"insert": [{"section": 0, "item": \#(item), "items": [{"height": \#(height)}]}]}"#,
      bounds: "0,\(offset),320,400", anchor: anchor)
    #expect(found == start)
  }
}
