import Comparison
import ContentHash
import LayoutCore
import LayoutWire
import Oracle
import Testing

/// Layouts that say nothing new keep their ids (docs/rules.md#layout-id): those of rules version 3.
@Suite("Ids of earlier programs")
struct EarlierIDTests {
  /// Snapshots of words that version 3 has. What is made must never change, so no other generator is used.
  struct Generator {
    var random: SplitMix64

    mutating func whole(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(random.next() % UInt64(range.count))
    }

    mutating func chance(_ percent: Int) -> Bool { whole(1...100) <= percent }

    mutating func length(_ most: Int) -> JSONValue { .number(Double(whole(0...most * 4)) / 4) }

    mutating func pick(_ texts: [String]) -> JSONValue {
      .string(texts[whole(0...texts.count - 1)])
    }

    mutating func snapshot() -> JSONValue {
      var snapshot: JSONValue = ["sections": .array((0..<whole(0...4)).map { _ in section() })]
      if chance(20) { snapshot["scrollDirection"] = "vertical" }
      if chance(20) { snapshot["layoutDirection"] = pick(["ltr", "rtl"]) }
      if chance(20) { snapshot["engine"] = pick(["flow", "column", "waterfall", "mosaic"]) }
      if chance(20) { snapshot["metrics"] = metrics() }
      if chance(20) { snapshot["globalHeaders"] = headers() }
      if chance(10) { snapshot["minimumContentLength"] = length(5000) }
      return snapshot
    }

    mutating func section() -> JSONValue {
      var section: JSONValue = ["items": items()]
      if chance(80) { section["engine"] = pick(["flow", "column", "waterfall", "mosaic"]) }
      if chance(50) { section["metrics"] = metrics() }
      if chance(20) { section["id"] = pick(["a", "b c", "é"]) }
      if chance(40) { section["headers"] = headers() }
      if chance(30) { section["footers"] = headers() }
      if chance(15) { section["placeholder"] = ["height": length(300)] }
      return section
    }

    mutating func metrics() -> JSONValue {
      var metrics: JSONValue = [:]
      for name in ["minimumLineSpacing", "minimumInteritemSpacing"] where chance(25) {
        metrics[name] = length(40)
      }
      for name in ["rowHeight", "segmentHeight", "separatorThickness"] where chance(20) {
        metrics[name] = .number(Double(whole(1...90)))
      }
      if chance(30) { metrics["numberOfColumns"] = .number(Double(whole(1...6))) }
      if chance(20) {
        metrics["lineAlignment"] = pick(["justify", "leading", "center", "trailing"])
      }
      if chance(20) { metrics["showsSectionSeparatorWhenLastSection"] = .bool(chance(50)) }
      if chance(20) { metrics["showsColumnSeparator"] = .bool(chance(50)) }
      if chance(15) { metrics["separatorColor"] = pick(["red", "#ccc"]) }
      if chance(15) { metrics["backgroundColor"] = pick(["white", "rgba(0, 0, 0, 0.5)"]) }
      if chance(25) { metrics["sectionInset"] = ["top": length(20), "left": length(9)] }
      if chance(15) { metrics["padding"] = ["bottom": length(8)] }
      return metrics
    }

    mutating func headers() -> JSONValue {
      .array(
        (0..<whole(1...3)).map { _ in
          var header: JSONValue = ["height": length(80)]
          if chance(40) { header["pin"] = .bool(chance(70)) }
          if chance(20) { header["backgroundColor"] = pick(["blue", "green"]) }
          if chance(10) { header["hidden"] = .bool(chance(50)) }
          return header
        })
    }

    mutating func items() -> JSONValue {
      let count = chance(15) ? whole(0...3000) : whole(0...40)
      func list(_ value: (inout Generator) -> JSONValue) -> JSONValue {
        .array((0..<count).map { _ in value(&self) })
      }
      switch whole(0...3) {
      case 0: return ["count": .number(Double(count)), "height": length(90)]
      case 1: return ["count": .number(Double(count)), "width": length(90), "height": length(90)]
      case 2:
        // Runs of equal sizes, and a period.
        let few = (0..<whole(1...7)).map { _ in length(200) }
        var items: JSONValue = [
          "widths": .array((0..<count).map { few[$0 % few.count] }),
          "heights": list { $0.length(60) },
        ]
        if chance(30) { items["estimated"] = list { .bool($0.chance(20)) } }
        return items
      default:
        return list { generator in
          var item: JSONValue = ["width": generator.length(120), "height": generator.length(120)]
          if generator.chance(20) { item["count"] = .number(Double(generator.whole(1...50))) }
          if generator.chance(15) { item["estimated"] = .bool(true) }
          return item
        }
      }
    }
  }

  @Test("A thousand snapshots have the ids that the program had before items had members")
  func ids() throws {
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for seed in 0..<1000 as Range<UInt64> {
      var generator = Generator(random: SplitMix64(seed: seed))
      let text = generator.snapshot().text
      let snapshot = try SnapshotDecoder.snapshot(reading: Array(text.utf8))
      let id = try #require(IdentifiedSnapshot(snapshot, unless: { false })).id.hexadecimal
      for byte in id.utf8 { mark = (mark ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    #expect(mark == 10_375_329_922_514_637_574)
  }
}
