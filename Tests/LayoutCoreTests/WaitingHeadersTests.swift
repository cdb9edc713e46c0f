import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Global headers that wait, and their background")
struct WaitingHeadersTests {
  @Test("Two that wait: none moves before its place is free (S14)")
  func two() throws {
    let layout = try Layout.of(
      [
        "globalHeaders": [["height": 100, "waits": true], ["height": 50, "waits": true]],
        "sections": [["engine": "column", "items": 100]],
      ], containerWidth: 320)
    func starts(_ start: Double) -> [Double] {
      (0..<2).map { index in
        layout.attributes(
          of: Element(kind: .globalHeader, section: -1, index: index),
          bounds: Rect(x: 0, y: start, width: 320, height: 400), inset: .zero)!.frame.y
      }
    }
    #expect(starts(130) == [0, 100])
    #expect(starts(400) == [250, 350])
  }

  /// Every stack of up to four headers that pin, wait or rest, of one or two points.
  private static let stacks: [[JSONValue]] = {
    var (stacks, longest): ([[JSONValue]], [[JSONValue]]) = ([], [[]])
    for _ in 0..<4 {
      longest = longest.flatMap { stack in
        ["pin", "waits", "rests"].flatMap { way in
          [1.0, 2.0].map { extent in
            var header: JSONValue = ["height": .number(extent), "width": .number(extent)]
            if way != "rests" { header[way] = true }
            return stack + [header]
          }
        }
      }
      stacks += longest
    }
    return stacks
  }()

  @Test("All stacks of up to four headers, at all places", arguments: 0..<4)
  func stacks(direction: Int) throws {
    for (number, stack) in WaitingHeadersTests.stacks.enumerated() {
      var snapshot: JSONValue = [
        "globalHeaders": .array(stack),
        "sections": [
          ["engine": "column", "items": 1, "headers": [["height": 1, "width": 1, "pin": true]]]
        ],
      ]
      if direction >= 2 { snapshot["scrollDirection"] = "horizontal" }
      if direction % 2 == 1 { snapshot["layoutDirection"] = "rtl" }
      if number % 2 == 0 { snapshot["globalHeaderBackgroundColor"] = "red" }
      let test = try LayoutUnderTest(snapshot, containerWidth: 10)
      test.expectFramesOfTheOracle("\(stack)")
      test.expectScan(in: Rect(x: 0, y: 0, width: 5, height: 5), "\(stack)")
      for place in 0..<18 {
        let start = Double(place - 4) / 2
        let bounds =
          direction >= 2
          ? NaiveRect(x: start, y: 0, width: 6, height: 10)
          : NaiveRect(x: 0, y: start, width: 10, height: 6)
        let inset = NaiveInsets(top: 0.5 * Double(place % 3), left: 0.5 * Double(place % 2))
        test.expectSpecial(bounds: bounds, inset: inset, "\(stack) at \(start)")
        let point = NaivePoint(x: bounds.x + 1, y: bounds.y + 1)
        test.expectHit(point, bounds: bounds, inset: inset, "\(stack) at \(start)")
      }
    }
  }

  @Test("Many headers of both sorts, at random places")
  func many() throws {
    var random = SplitMix64(seed: 26)
    for _ in 0..<60 {
      let headers = (0..<random.int(20...300)).map { _ in
        let extent = random.one(of: [1, 2, 7.5, 40])
        var header: JSONValue = ["height": .number(extent)]
        if random.chance(0.9) { header[random.one(of: ["pin", "waits"])] = true }
        return header
      }
      let test = try LayoutUnderTest(
        [
          "globalHeaders": .array(headers), "globalHeaderBackgroundColor": "red",
          "sections": [["engine": "column", "items": 100]],
        ], containerWidth: 320)
      for _ in 0..<10 {
        let bounds = NaiveRect(
          x: 0, y: random.double(-500...6000), width: 320, height: random.double(1...900))
        let inset = NaiveInsets(top: random.one(of: [0, 20, 64, 300]))
        test.expectSpecial(bounds: bounds, inset: inset, "\(headers.count) at \(bounds)")
      }
    }
  }

  @Test("Of elements with one zIndex, the last in order is hit")
  func ties() throws {
    // From the thousandth header on, all have the zIndex of the background.
    var random = SplitMix64(seed: 38)
    for _ in 0..<4 {
      let headers = (0..<1030).map { _ in
        var header: JSONValue = ["height": 1]
        let way = random.one(of: ["pin", "waits", "rests"])
        if way != "rests", random.chance(0.1) { header[way] = true }
        return header
      }
      let test = try LayoutUnderTest(
        [
          "globalHeaders": .array(headers), "globalHeaderBackgroundColor": "red",
          "sections": [["engine": "column", "items": 3]],
        ], containerWidth: 320)
      for _ in 0..<20 {
        let bounds = NaiveRect(x: 0, y: Double(random.int(860...1030)), width: 320, height: 200)
        let inset = NaiveInsets(top: random.one(of: [0, 20, 100]))
        let point = NaivePoint(x: 10, y: Double(random.int(980...1040)) + 0.5)
        let comment = "\(point) in \(bounds), \(inset)"
        test.expectHit(point, bounds: bounds, inset: inset, "\(comment)")
        test.expectHit(point, bounds: nil, inset: inset, "\(comment)")
        let found = test.layout.element(
          at: Point(x: point.x, y: point.y), bounds: Rect(bounds), inset: EdgeInsets(inset))
        let expected = test.naive.hit(point: point, bounds: bounds, inset: inset)
        #expect(found?.element == expected?.element, "\(comment)")
      }
    }
  }
}
