import Comparison
import ContentHash
import Oracle
import Testing

@testable import LayoutCore

/// Digests with a last byte of which every one ends a node that may end there, or none does.
final class EndingHasher: ContentHasher {
  private let hasher = CanonicalHasher()

  func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) { hasher.append(numbers) }

  var digest: ContentDigest { hasher.digest.withLastBits(0) }
}

final class NeverEndingHasher: ContentHasher {
  private let hasher = CanonicalHasher()

  func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) { hasher.append(numbers) }

  var digest: ContentDigest { hasher.digest.withLastBits(1) }
}

extension ContentDigest {
  fileprivate func withLastBits(_ bits: UInt64) -> ContentDigest {
    ContentDigest { $0 == 3 ? words[3] & ~31 | bits : words[$0] }
  }
}

@Suite("Content chosen against the tree")
struct HostileContentTests {
  /// Bytes of memory of all leaves and nodes.
  private func byteCount(_ child: ContentChild) -> Int {
    switch child {
    case .leaf(let leaf): leaf.byteCount
    case .node(let node): node.children.reduce(node.byteCount) { $0 + byteCount($1) }
    }
  }

  private func steps(of edit: ContentEdit, _ tree: ContentTree, _ naming: ContentNaming) throws
    -> Int
  {
    var meter = WorkMeter.unlimited
    _ = try tree.spliced([edit], naming: naming, meter: &meter)
    return meter.units
  }

  @Test("Every run ends a leaf, or none does", arguments: [true, false])
  func leaves(cuts: Bool) throws {
    var random = SplitMix64(seed: 1)
    let runs = ContentList.ground(20_000, cuts: cuts)
    let tree = ContentTree(runs)
    tree.expectNaive(runs)
    let counts = tree.leaves().dropLast().map(\.leaf.runCount)
    #expect(counts.allSatisfy { $0 == (cuts ? 32 : 4096) })

    let usual = ContentTree(ContentList.allSizes.runs(20_000, using: &random))
    #expect(byteCount(tree.root) <= 3 * byteCount(usual.root))
    for item in [0, 1, 9_999, 19_999] {
      let hostile = try steps(of: .delete(item..<item + 1), tree, .tests)
      // All later leaves are cut anew: no more work than to make the tree.
      #expect(hostile <= 20_000 + 4096 + 1000)
    }
  }

  @Test("Every digest ends a node, or none does", arguments: [true, false])
  func nodes(ends: Bool) throws {
    let naming = ContentNaming(
      hasher: { ends ? EndingHasher() as any ContentHasher : NeverEndingHasher() })
    for list in [ContentList.wholes, .twoSizes] {
      var random = SplitMix64(seed: 2)
      let usual = ContentTree(list.runs(60_000, using: &random))
      var runs = list.runs(60_000, using: &random)
      var tree = ContentTree(runs, naming: naming)
      // As many nodes as leaves at most, each with two children: their memory is that of the leaves' objects.
      #expect(byteCount(tree.root) <= 3 * byteCount(usual.root))
      #expect(tree.root.level <= 9)
      for _ in seeds(short: 0..<5, all: 0..<20) {
        let edits = SpliceTests.edits(list, itemCount: tree.itemCount, of: 2, using: &random)
        var meter = WorkMeter.unlimited
        tree = try tree.spliced(edits, naming: naming, meter: &meter)
        runs = SpliceTests.edited(runs, edits)
        #expect(tree.digest == ContentTree(runs, naming: naming).digest)
        #expect(tree.itemCount == runs.reduce(0) { $0 + $1.count })
      }
      for item in [0, 20_000, tree.itemCount - 1] where item < tree.itemCount {
        let edit = ContentEdit.delete(item..<item + 1)
        // A node has at most 1,024 children, and there are few more leaves here.
        #expect(try steps(of: edit, tree, naming) <= 3 * 900)
      }
    }
  }

  @Test("A meter stops a splice before children that it does not pay for")
  func unpaidChildren() throws {
    let naming = ContentNaming(hasher: { NeverEndingHasher() })
    let tree = ContentTree(ContentList.ground(20_000, cuts: true), naming: naming)
    // The root is made of all leaves but the first one.
    let edit = ContentEdit.delete(0..<32)
    var meter = WorkMeter(portion: tree.leafCount - 2)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try tree.spliced([edit], naming: naming, meter: &meter)
    }
    #expect(try steps(of: edit, tree, naming) < 2 * tree.leafCount)
  }

  @Test("A meter stops a splice before nodes that it does not pay for")
  func unpaidNodes() throws {
    let table = RememberingTable(shares: false)
    let naming = ContentNaming(table: table, hasher: { EndingHasher() })
    let tree = ContentTree(ContentList.ground(20_000, cuts: true), naming: naming)
    // Without the first leaf, every node has other children.
    let edit = ContentEdit.delete(0..<32)
    let before = table.entryCount
    for portion in [20, 100, 1000, 4000] {
      table.reset()
      var meter = WorkMeter(portion: portion)
      #expect(throws: WalkInterrupted.budgetExceeded) {
        _ = try tree.spliced([edit], naming: naming, meter: &meter)
      }
      #expect(table.entryCountMax - before <= portion / 8 + tree.root.level)
    }
    table.reset()
    var meter = WorkMeter(portion: 7000)
    let shorter = try tree.spliced([edit], naming: naming, meter: &meter)
    let nodeCount = table.entryCountMax - before
    #expect(nodeCount >= shorter.leafCount / 2 && meter.units >= 8 * nodeCount)
  }
}
