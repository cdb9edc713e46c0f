import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// Bounds made of frames that the service has answered: of those, a last bit may be another one than of what it compares
/// them with (docs/rules.md#scroll-anchor).
@Suite("Bounds on the edges of answered cells")
struct BoundsOnEdgesTests {
  static let lists = ["column", "columns", "flow", "waterfall", "turns", "mosaic"]
  static let directions = ["vertical ltr", "horizontal ltr", "horizontal rtl"]
  static let extents: [Double] = [44.1, 72.4, 100 / 3]

  /// A list at the service, and what it has answered of it.
  private struct List {
    let snapshot: JSONValue
    let service: TestService
    let path: String
    let isHorizontal: Bool
    let along: String
    let cells: [JSONValue]

    /// - Parameter extents: Of the items, in turn; every third one is an estimate.
    init(_ name: String, _ direction: String, extents: [Double]) throws {
      let words = direction.split(separator: " ").map(String.init)
      let isHorizontal = words[0] == "horizontal"
      let along = isHorizontal ? "width" : "height"
      let across = isHorizontal ? "height" : "width"
      var section: JSONValue = ["engine": .string(name)]
      switch name {
      case "columns": section = ["engine": "column", "metrics": ["numberOfColumns": 2]]
      case "turns":
        section = ["engine": "waterfall", "metrics": ["placement": "leftToRight"]]
      case "mosaic":
        section["metrics"] = ["segmentHeight": .number(extents[0]), "segments": ["fiftyFifty"]]
      default: break
      }
      section["items"] = .array(
        (0..<90).map { item in
          var value: JSONValue = [along: .number(extents[item % extents.count])]
          if name == "flow" { value[across] = 100 }
          if item % 3 == 0 { value["estimated"] = true }
          return value
        })
      self.isHorizontal = isHorizontal
      self.along = along
      snapshot = [
        "scrollDirection": .string(words[0]), "layoutDirection": .string(words[1]),
        "sections": [section],
      ]
      service = try TestService()
      path = try service.path(of: snapshot)
      let elements = try service.json("\(path)/elements?\(across)=320&rect=0,0,9000,9000")
      cells = elements["elements"]?.array ?? []
      try #require(cells.count == 90)
    }

    /// Where a cell begins and ends in the answer, and the bounds of a length that begin, or end, at one of these.
    func bounds(_ cell: JSONValue, length: Double, atEnd: Bool, ending: Bool) -> NaiveRect {
      let frame = cell["frame"]!
      let low = frame[isHorizontal ? "x" : "y"]!.double!
      let edge = atEnd ? low + frame[along]!.double! : low
      let place = ending ? edge - length : edge
      return isHorizontal
        ? NaiveRect(x: place, y: 0, width: length, height: 320)
        : NaiveRect(x: 0, y: place, width: 320, height: length)
    }

    /// The numbers of the cells that can be seen.
    func visible(_ bounds: NaiveRect) -> [Int] {
      let (start, length) =
        isHorizontal ? (bounds.x, bounds.width) : (bounds.y, bounds.height)
      return cells.indices.filter {
        let frame = cells[$0]["frame"]!
        let low = frame[isHorizontal ? "x" : "y"]!.double!
        return low < start + length - 0.001 && low + frame[along]!.double! > start + 0.001
      }
    }

    /// Expects the service to follow steps as a look at every cell does.
    func expectMotion(_ steps: JSONValue, _ bounds: NaiveRect, item: Int) throws {
      let comparison = NaiveComparison(
        try NaiveChange(parent: snapshot, steps: [steps]), containerWidth: 320)
      let texts = [bounds.x, bounds.y, bounds.width, bounds.height].map {
        JSONValue.number($0).text
      }
      let query = "bounds=\(texts.joined(separator: ","))&endThreshold=0"
      for anchor in ["auto", "first", "end", "0,\(item)"] {
        let rule = try #require(NaiveAnchor(anchor, endThreshold: 0))
        let expected = comparison.anchoring(bounds: bounds, anchor: rule)
        let body: JSONValue = ["steps": [steps]]
        let answer = try service.post(
          text: body.text, to: "\(path)/changes?\(query)&anchor=\(anchor)")
        let change = try answer.json()["change"]
        let comment: Comment = "\(snapshot.text) \(body.text) \(query) \(anchor) \(answer.text)"
        let found = change?["anchor"] ?? .null
        #expect(found == expected.anchor, comment)
        for (key, value) in [("x", expected.scrollDelta.x), ("y", expected.scrollDelta.y)] {
          let delta = change?["scrollDelta"]?[key]?.double ?? .infinity
          #expect((delta - value).magnitude < 1e-6, comment)
        }
      }
    }
  }

  @Test("The anchor is the one that a look at every cell finds", arguments: lists, directions)
  func anchors(name: String, direction: String) throws {
    for (number, extent) in BoundsOnEdgesTests.extents.enumerated() {
      let list = try List(name, direction, extents: number == 1 ? Self.extents : [extent])
      var random = SplitMix64(seed: UInt64(number))
      for _ in seeds(short: 0..<2, all: 0..<8) {
        let item = Int.random(in: 4..<80, using: &random)
        let ending = Bool.random(using: &random)
        let bounds = list.bounds(
          list.cells[item], length: [200, 41.5].randomElement(using: &random)!,
          atEnd: Bool.random(using: &random), ending: ending)
        func resize(_ items: [Int]) -> JSONValue {
          let numbers = JSONValue.array(items.map { .number(Double($0)) })
          let sizes = JSONValue.array(items.map { .number(100 + Double($0)) })
          return ["resize": [["section": 0, "at": numbers, list.along + "s": sizes]]]
        }
        let visible = list.visible(bounds)
        try list.expectMotion(resize([item - 1]), bounds, item: item)
        try list.expectMotion(resize([item]), bounds, item: item)
        try list.expectMotion(
          resize(Array(item - 4...item + 4).filter { $0 % 3 == 0 }), bounds, item: item)
        let gone = visible.map { item -> JSONValue in
          ["section": 0, "item": .number(Double(item))]
        }
        try list.expectMotion(["delete": .array(gone)], bounds, item: item)
      }
    }
  }

  @Test("A resize above the bounds moves them by as much", arguments: extents, directions)
  func resizedAbove(extent: Double, direction: String) throws {
    let list = try List("column", direction, extents: [extent])
    for item in 3..<60 {
      let isMirrored = direction.hasSuffix("rtl")
      let bounds = list.bounds(
        list.cells[item], length: 400, atEnd: isMirrored, ending: isMirrored)
      let texts = [bounds.x, bounds.y, bounds.width, bounds.height].map {
        JSONValue.number($0).text
      }
      let resize: JSONValue = [
        "section": 0, "item": .number(Double(item - 1)),
        "items": [[list.along: .number(extent + 100)]],
      ]
      let body: JSONValue = ["steps": [["resize": [resize]]]]
      let answer = try list.service.post(
        text: body.text, to: "\(list.path)/changes?bounds=\(texts.joined(separator: ","))")
      let change = try answer.json()["change"]
      #expect(change?["anchor"]?["item"]?.int == item, "\(answer.text)")
      // From right to left the content grows to the left: what stands still there keeps its place.
      let delta = change?["scrollDelta"]?[list.isHorizontal ? "x" : "y"]?.double ?? .infinity
      #expect((delta - (isMirrored ? 0 : 100)).magnitude < 1e-6, "\(answer.text)")
    }
  }
}
