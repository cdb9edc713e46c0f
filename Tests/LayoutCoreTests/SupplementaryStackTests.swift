import Oracle
import Testing

@testable import LayoutCore

@Suite("Stacks of supplementary elements")
struct SupplementaryStackTests {
  @Test("Elements of all sorts are found in their order", arguments: 0..<200 as Range<UInt64>)
  func positions(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pinningShare = [0.0, 0.3, 0.5, 1.0][Int.random(in: 0...3, using: &random)]
    let waitingShare = [0.0, 0.5, 1.0][Int.random(in: 0...2, using: &random)]
    let elements = (0..<Int.random(in: 0...9, using: &random)).map { number in
      Supplementary(
        index: 2 * number, extent: Double(number + 1),
        isPinning: Double.random(in: 0..<1, using: &random) < pinningShare,
        isWaiting: Double.random(in: 0..<1, using: &random) < waitingShare, appearance: nil)
    }
    let stack = SupplementaryStack(elements)
    let entries = stack.entries
    #expect(entries.map(\.element) == elements)
    #expect(entries.map(\.element.index) == elements.indices.map { 2 * $0 })
    #expect(
      Array(stack.special(pinning: stack.pinning.indices, waiting: stack.waiting.indices))
        == entries.indices.filter { elements[$0].isSpecial })
    #expect(stack.specialCount == elements.count(where: \.isSpecial))
    #expect(Array(stack.pinning) == entries.indices.filter { elements[$0].isPinning })
    #expect(Array(stack.waiting) == entries.indices.filter { elements[$0].isWaiting })
    let firsts = [stack.pinning.first, stack.waiting.first].compactMap { $0 }.sorted()
    let one = { (positions: SupplementaryStack.Positions) in 0..<min(1, positions.count) }
    #expect(
      Array(stack.special(pinning: one(stack.pinning), waiting: one(stack.waiting))) == firsts)
    #expect(Array(stack.resting) == entries.indices.filter { !elements[$0].isSpecial })
    #expect(stack.hasResting == !stack.resting.isEmpty)
    #expect(stack.restingEnd == stack.resting.last.map { entries[$0].bottom } ?? 0)
    #expect(elements.allSatisfy { !($0.isPinning && $0.isWaiting) })
    #expect(stack.extent == elements.reduce(0) { $0 + $1.extent })
    if stack.waiting.isEmpty {
      let pinning = elements.filter(\.isPinning)
      #expect(stack.pinningExtent == pinning.reduce(0) { $0 + $1.extent })
    }
    for (position, entry) in entries.enumerated() {
      let before = elements[..<position]
      #expect(entry.top == before.reduce(0) { $0 + $1.extent })
      #expect(entry.specialCountBefore == before.filter(\.isSpecial).count)
      let alike = before.filter { entry.element.isWaiting ? $0.isWaiting : $0.isPinning }
      #expect(entry.specialExtentBefore == alike.reduce(0) { $0 + $1.extent })
      #expect(stack.entry(at: 2 * position)?.element == entry.element)
      #expect(stack.entry(at: 2 * position + 1) == nil)
    }
  }

  @Test("Equal stacks are one object")
  func sharing() {
    func stack(_ extents: [Double], like other: SupplementaryStack) -> SupplementaryStack {
      var builder = SupplementaryStack.Builder(capacity: 0)
      for (index, extent) in extents.enumerated() {
        builder.append(
          Supplementary(
            index: index, extent: extent, isPinning: false,
            appearance: Appearance(
              backgroundColor: "a", selectedBackgroundColor: nil, padding: nil)))
      }
      return builder.stack(unlessEqualTo: other)
    }
    let first = stack([1, 2], like: .empty)
    #expect(stack([1, 2], like: first).isSame(as: first))
    #expect(!stack([1, 3], like: first).isSame(as: first))
    #expect(!stack([1], like: first).isSame(as: first))
    #expect(stack([], like: first).isSame(as: .empty))
  }
}
