import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("The stretch that differs where a section gets another engine")
struct ChangedStretchTests {
  @Test(
    "It covers what differs, and goes no further than lines of changed leaves",
    arguments: EnginePairs.engines, EnginePairs.engines)
  func pairs(engine: String, other: String) throws {
    var generator = EnginePairs(seed: 9)
    var (all, longer) = (0, 0)
    let cases = seeds(short: 0..<30, all: 0..<120)
    for _ in cases {
      let made = generator.inquiry(from: engine, to: other)
      let (snapshot, steps) = (made["snapshot"]!, made["steps"]!.array!)
      // Not all pairs of sizes and engines go together.
      guard (try? NaiveChange(parent: snapshot, steps: steps)) != nil else { continue }
      let test = try ChangeUnderTest(snapshot, steps, containerWidth: 300)
      #expect(test.differenceOfStretch(longer: &longer) == nil, "\(made.text)")
      all += 1
    }
    #expect(all * 3 > cases.count * 2)
    #expect(longer * 4 < all, "\(longer) of \(all)")
  }

  /// The stretches, which lists of sections and a step lead to, of the change and of the oracle.
  private func stretches(_ sections: String, _ step: String) throws -> [[Double]] {
    let test = try ChangeUnderTest(
      JSONValue(parsing: #"{"sections":[\#(sections)]}"#), [JSONValue(parsing: step)],
      containerWidth: 300)
    var meter = WorkMeter(portion: 1_000)
    let found = try #require(try test.change.changedStretch(meter: &meter)?.before)
    let naive = try #require(test.naive.changed["before"])
    return [
      [found.start, found.end], [naive["start"]!.double!, naive["end"]!.double!],
    ]
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
    #expect(try stretches(sections, step) == [ends, ends])
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
    let section = #"""
      {"engine":"column",
      "metrics":{"cellHeight":"natural","numberOfColumns":2,"sectionInset":{"bottom":5}},
      "items":[\#(items.joined(separator: ","))]}
      """#
    let step = #"""
      {"insert":[{"section":0,"item":15,"items":[{"height":4}]}],
      "setSections":[{"section":0,"metrics":{"sectionInset":{"bottom":25}}}]}
      """#
    for stretch in try stretches(section, step) {
      #expect(abs(stretch[0] - start) < 1e-9 && abs(stretch[1] - (start + height)) < 1e-9)
    }
  }
}
