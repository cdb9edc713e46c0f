import Comparison
import Oracle
import Testing

@testable import LayoutCore

/// Lists without two equal neighbours, so that every run is one item, in lines of which some have hundreds of items.
@Suite("Lines of more items than a checkpoint covers")
struct LongLinesTests {
  /// How the numbers of a leaf are kept.
  enum Form: CaseIterable {
    case doubles, floats, words, bytes

    /// A number below 1 or 100, of a kind that this form keeps.
    func number(_ range: Int, using random: inout SplitMix64) -> Double {
      let whole = Double(Int.random(in: 0..<range * 100, using: &random))
      return switch self {
      case .doubles: whole / 200
      case .floats: whole / 256
      case .words: (whole / 100).rounded(.down) * 300
      case .bytes: (whole / 100).rounded(.down)
      }
    }
  }

  @Test("Their ends, tops and checkpoints are the naive ones", arguments: Form.allCases, 0..<8)
  func naive(form: Form, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let count = Int.random(in: 1500...3000, using: &random)
    var runs: [ItemRun] = []
    while runs.count < count {
      let run = ItemRun(
        width: form.number(1, using: &random), height: form.number(60, using: &random))
      if run != runs.last { runs.append(run) }
      // Now and then a line ends soon.
      if Int.random(in: 0..<400, using: &random) == 0 {
        for height in 0..<Int.random(in: 1...4, using: &random) {
          runs.append(ItemRun(width: 61, height: Double(height)))
        }
      }
    }
    let spacing = form == .words || form == .bytes ? 0.03 : 0
    let widths = runs.map(\.width)
    let lines = NaiveFlow.brokenLines(widths: widths, available: 100, interitem: spacing)
    #expect(lines.contains { $0.count > LongLines.itemsPerCheckpoint })
    #expect(lines.contains { $0.count <= 2 })
    FlowMakerTests.expect(
      runs, spacing: spacing,
      naming: seed % 2 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests,
      "\(form) \(seed)")
  }

  @Test("A line of 256 items has no checkpoint, one of 257 has", arguments: 255...258)
  func limit(count: Int) {
    // Of a height of their own each, then items that are as wide as a line.
    let line = (0..<count).map { ItemRun(width: 0, height: Double($0 % 9) + 0.1) }
    let wide = (0..<40).map { ItemRun(width: 100, height: Double($0 % 7) + 0.3) }
    for runs in [line + wide, wide + line + wide, wide + line] {
      FlowMakerTests.expect(runs, spacing: 0, "\(count)")
    }
  }

  @Test("A line of many leaves takes a few steps for each item, and each of its items finds it")
  func manyLeaves() throws {
    let lineCount = 3
    let ofLine = 3000
    var random = SplitMix64(seed: 1)
    var runs: [ItemRun] = []
    for _ in 0..<lineCount {
      runs += (0..<ofLine - 1).map { _ in
        ItemRun(width: 0, height: Double.random(in: 1...9, using: &random))
      }
      runs.append(ItemRun(width: 100, height: 9))
    }
    let naming = ContentNaming(hasher: { EndingHasher() })
    let tree = ContentTree(runs, naming: naming)
    let maker = FlowMaker(FlowMakerTests.rule(spacing: 0))
    var meter = WorkMeter.unlimited
    let lines = try Lines(tree, maker, from: nil, meter: &meter)
    #expect((runs.count...4 * runs.count).contains(meter.units))
    #expect(lines.nodes.all.count { $0.lineCount == 0 } > 2 * lineCount)
    expectFound(lines, "from scratch")

    var edits = WorkMeter.unlimited
    let longer = try tree.spliced(
      [.insert([ItemRun(width: 0, height: 5)], at: 3 * ofLine - 5)], naming: naming, meter: &edits)
    meter = .unlimited
    let changed = try Lines(longer, maker, from: (tree, lines), meter: &meter)
    // The last line is laid out again.
    #expect((ofLine...4 * ofLine).contains(meter.units))
    expectFound(changed, "with an item more")
  }

  private func expectFound(_ lines: Lines, _ comment: Comment) {
    for item in stride(from: 0, to: lines.itemCount, by: 37) {
      let place = lines.block(ofItem: item)
      #expect(place.firstItem + place.block.start <= item, comment)
      #expect(place.firstItem + place.block.end > item, comment)
    }
  }
}
