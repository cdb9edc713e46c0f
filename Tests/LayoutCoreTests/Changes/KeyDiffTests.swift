import LayoutCore
import Oracle
import Testing

@Suite("The step between two lists of keys")
struct KeyDiffTests {
  /// Applies the step of two lists and compares; returns how many items it moves.
  private func expectStep(_ before: [Int], _ after: [Int], changed: Set<Int> = []) throws -> Int {
    var meter = WorkMeter.unlimited
    let step = try KeyDiff.step(
      countBefore: before.count, places: after.map { before.firstIndex(of: $0) },
      isChanged: { changed.contains(after[$0]) }, meter: &meter)
    var applied = AppliedSteps([before.count])
    let mapping = try applied.apply(step)
    let items = mapping.list(applied.itemCounts)[0].items
    #expect(items.count == after.count)
    for (item, key) in zip(items, after) {
      let isKept = before.contains(key)
      if changed.contains(key), isKept {
        #expect(item.section == nil || item.isReloaded && before[item.item] == key)
      } else {
        #expect(item.section.map { _ in before[item.item] } == (isKept ? key : nil))
        #expect(!item.isReloaded)
      }
    }
    return step.move.reduce(0) { $0 + $1.from.length }
  }

  /// The fewest moves, by trying all subsets that may stay.
  private func fewestMoves(_ before: [Int], _ after: [Int], changed: Set<Int>) -> Int {
    let kept = after.filter { before.contains($0) && !changed.contains($0) }
    var most = 0
    for subset in 0..<(1 << kept.count) {
      let stays = kept.indices.filter { subset >> $0 & 1 == 1 }
      let places = stays.map { before.firstIndex(of: kept[$0])! }
      if places == places.sorted() { most = max(most, stays.count) }
    }
    return kept.count - most
  }

  @Test("It leads from one to the other, with the fewest moves", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let keys = Array(0..<9).shuffled(using: &random)
      let before = Array(keys.prefix(Int.random(in: 0...7, using: &random)))
      let after = Array(
        keys.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random)))
      let changed = Bool.random(using: &random) ? [] : Set(keys.prefix(3))
      let moves = try expectStep(before, after, changed: changed)
      #expect(moves == fewestMoves(before, after, changed: changed))
    }
  }

  @Test("Every order of up to five keys")
  func allOrders() throws {
    func orders(_ keys: [Int]) -> [[Int]] {
      if keys.isEmpty { return [[]] }
      return keys.flatMap { key in orders(keys.filter { $0 != key }).map { [key] + $0 } }
    }
    for count in 0...5 {
      let before = Array(0..<count)
      for after in orders(before) {
        let moves = try expectStep(before, after)
        #expect(moves == fewestMoves(before, after, changed: []))
      }
    }
  }
}
