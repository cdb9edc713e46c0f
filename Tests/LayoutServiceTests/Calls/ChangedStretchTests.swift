import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// What a change answers as `changed` where a section gets another engine (docs/rules.md#changed-stretch).
@Suite("The stretch that differs, of all pairs of engines")
struct ChangedStretchTests {
  private struct Case {
    let found: JSONValue
    let asked: JSONValue
    let comment: Comment

    init?(_ made: JSONValue) throws {
      asked = try #require(ChangeInquiry(made)).reply
      // Not all pairs of sizes and engines go together.
      if asked["errors"] != nil { return nil }
      let test = try TestService()
      let path = try test.path(of: try #require(asked["snapshot"]))
      let body: JSONValue = ["steps": asked["steps"]!]
      let answer = try test.post(
        text: body.text,
        to: "\(path)/changes?\(asked["container"]?.string ?? "width")=\(asked["width"]!.text)")
      comment = "\(asked["snapshot"]!.text) \(body.text) \(answer.text) \(asked["changed"]!.text)"
      try #require([200, 201].contains(answer.status), comment)
      found = try answer.json()["change"]?["changed"] ?? .null
    }
  }

  @Test(
    "It covers what differs, and goes no further than lines of changed leaves",
    arguments: EnginePairs.engines, EnginePairs.engines)
  func pairs(engine: String, other: String) throws {
    let tolerance = 1e-6
    var generator = EnginePairs(seed: 9)
    var (all, longer) = (0, 0)
    let cases = seeds(short: 0..<30, all: 0..<120)
    for _ in cases {
      guard let test = try Case(generator.inquiry(from: engine, to: other)) else { continue }
      let least = test.asked["changed"]!
      if test.found == .null { #expect(least == .null, test.comment) }
      func number(_ stretch: JSONValue, _ side: String, _ end: String) -> Double? {
        stretch[side]?[end]?.double
      }
      guard let end = number(least, "before", "end"),
        let found = number(test.found, "before", "end"),
        let start = number(least, "before", "start"), let afterEnd = number(least, "after", "end")
      else { continue }
      let startLimit = min(start, test.asked["changedStartLimit"]?.double ?? start)
      let foundStart = number(test.found, "before", "start") ?? .nan
      #expect(foundStart < start + tolerance, test.comment)
      #expect(foundStart > startLimit - tolerance, "\(startLimit): \(test.comment)")
      #expect(number(test.found, "after", "start") == foundStart, test.comment)
      let foundAfter = number(test.found, "after", "end") ?? .nan
      #expect((foundAfter - found - (afterEnd - end)).magnitude < tolerance, test.comment)
      let limit = max(
        end, test.asked["changedLimit"]?.double ?? end, foundStart,
        foundStart - (afterEnd - end))
      // A stretch without a length ends as it starts, and may start earlier.
      let distance = afterEnd - end
      if end > max(start, start - distance) + tolerance {
        #expect(found > end - tolerance, test.comment)
      }
      #expect(found > max(foundStart, foundStart - distance) - tolerance, test.comment)
      #expect(found < limit + tolerance, "\(limit): \(test.comment)")
      all += 1
      if found > end + tolerance || foundStart < start - tolerance { longer += 1 }
    }
    #expect(all * 3 > cases.count * 2)
    #expect(longer * 4 < all, "\(longer) of \(all)")
  }

  @Test(
    "Ends that are known",
    arguments: [
      // Separators vanish, and cells stay where they are.
      (
        #"{"engine":"column","metrics":{"numberOfColumns":3,"separatorColor":"red"},"#
          + #""items":{"count":9,"height":50}}"#,
        #"{"setSections":[{"section":0,"engine":"waterfall"}]}"#, [0.0, 150]
      ),
      (
        #"{"engine":"waterfall","metrics":{"numberOfColumns":3,"minimumLineSpacing":0,"#
          + #""minimumInteritemSpacing":0},"items":{"count":9,"height":50}}"#,
        #"{"setSections":[{"section":0,"engine":"column","metrics":{"separatorColor":"red"}}]}"#,
        [0.0, 150]
      ),
      // Nothing differs behind the last cells.
      (
        #"{"engine":"column","metrics":{"sectionInset":{"bottom":10}},"items":1}"#,
        #"{"setSections":[{"section":0,"engine":"waterfall"}],"#
          + #""resize":[{"section":0,"item":0,"items":[{"height":30}]}]}"#, [0.0, 44]
      ),
      (
        #"{"engine":"waterfall","headers":[{"height":20}]},"#
          + #"{"engine":"column","metrics":{"sectionInset":{"bottom":30}}}"#,
        #"{"insert":[{"section":1,"item":0,"items":[{"height":44}]}]}"#, [20.0, 20]
      ),
      // Row separators alone have insets.
      (
        #"{"engine":"column","metrics":{"numberOfColumns":2,"separatorColor":"red"},"items":5}"#,
        #"{"setSections":[{"section":0,"metrics":{"separatorInsets":{"left":8}}}]}"#,
        [44.0, 88.5]
      ),
    ])
  func known(sections: String, step: String, ends: [Double]) throws {
    let json =
      #"{"width":300,"snapshot":{"sections":[\#(sections)]},"steps":[\#(step)]}"#
    let test = try #require(try Case(try JSONValue(parsing: Array(json.utf8))))
    let before = test.found["before"]
    #expect(before?["start"]?.double == ends[0], test.comment)
    #expect(before?["end"]?.double == ends[1], test.comment)
    #expect(test.asked["changed"]?["before"] == before, test.comment)
  }

  /// The last row has one cell and gets another, lower one. The row's place was a multiple of the pitch of equal rows,
  /// and becomes a sum of runs, which is greater in the last bit. The first cell does not move, and the content's end
  /// does: so the stretch ends where this cell ends.
  @Test(
    "A cell counts that starts where the stretch does, but for rounding",
    arguments: [(17.7, [3, 6, 6], 123.9), (33.3, [9, 6], 233.1)])
  func rounding(height: Double, runs: [Int], start: Double) throws {
    let items = runs.enumerated().map { place, count in
      #"{"count":\#(count),"height":\#(height),"estimated":\#(place % 2 == 1)}"#
    }
    let json = #"""
      {"width":300,"snapshot":{"sections":[{"engine":"column",
      "metrics":{"cellHeight":"natural","numberOfColumns":2,"sectionInset":{"bottom":5}},
      "items":[\#(items.joined(separator: ","))]}]},
      "steps":[{"insert":[{"section":0,"item":15,"items":[{"height":4}]}],
      "setSections":[{"section":0,"metrics":{"sectionInset":{"bottom":25}}}]}]}
      """#
    let test = try #require(try Case(try JSONValue(parsing: Array(json.utf8))))
    for stretch in [test.found, test.asked["changed"]!] {
      let before = try #require(stretch["before"], test.comment)
      #expect(abs((before["start"]?.double ?? .nan) - start) < 1e-9, test.comment)
      #expect(abs((before["end"]?.double ?? .nan) - (start + height)) < 1e-9, test.comment)
    }
  }
}
