import Comparison
import Oracle
import Testing

@testable import LayoutCore

extension NaiveContentTree {
  /// The oracle's tree of some runs.
  init(_ runs: [ItemRun]) { self.init(runs: runs.map { Run($0) }) }
}

extension NaiveContentTree.Run {
  init(_ run: ItemRun) {
    self.init(
      count: run.count, width: run.width, height: run.height, isEstimated: run.isEstimated,
      members: NaiveMember.all.map { member in
        switch run.members?[UInt8(member.code)] {
        case .number(let number): member.spelled(kept: number)
        case .text(let text): .string(String(decoding: text, as: UTF8.self))
        case .matrix(let numbers): .array(numbers.map(JSONValue.number))
        case nil: member.standard
        }
      })
  }

  /// The members of its items.
  fileprivate var givenMembers: GivenMembers? {
    var given = GivenMembers()
    for (member, value) in zip(NaiveMember.all, members) where value != member.standard {
      given[UInt8(member.code)] =
        switch member.kept(value) {
        case .bool(let flag): .number(flag ? 1 : 0)
        case .string(let text): .text(Array(text.utf8))
        case .array(let numbers): .matrix(numbers.map { $0.double! })
        default: .number(value.double!)
        }
    }
    return given.ofItem
  }
}

extension ItemRun {
  fileprivate init(_ run: NaiveContentTree.Run) {
    self.init(
      count: run.count, width: run.width, height: run.height, isEstimated: run.isEstimated,
      members: run.givenMembers)
  }
}

extension ContentDigest {
  var bytes: [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
  }
}

extension ContentTree {
  /// The tree of some runs, added one by one.
  init(_ runs: [ItemRun], naming: ContentNaming = .tests) {
    var builder = ContentTreeBuilder(naming: naming)
    for run in runs { builder.append(run) }
    self = builder.finish()
  }

  /// All runs, leaf by leaf.
  var leafRuns: [[ItemRun]] {
    leaves().map { place in (0..<place.leaf.runCount).map { place.leaf[$0] } }
  }

  /// Compares leaves, digests and nodes with those of the oracle, and all counts.
  func expectNaive(_ list: [ItemRun], _ comment: Comment? = nil) {
    let naive = NaiveContentTree(list)
    #expect(leafRuns == naive.leaves.map { $0.map { ItemRun($0) } }, comment)
    #expect(leaves().map(\.leaf.digest.bytes) == naive.leafDigests, comment)
    #expect(digest.bytes == naive.digest, comment)
    var level: [ContentChild] = [root]
    var counts: [[Int]] = []
    while case .node = level[0] {
      let nodes = level.map { child in
        if case .node(let node) = child { node.children } else { [] as [ContentChild] }
      }
      counts.append(nodes.map(\.count))
      level = nodes.flatMap(\.self)
    }
    #expect(counts == naive.childCounts.reversed(), comment)
    #expect(runCount == naive.leaves.reduce(0) { $0 + $1.count }, comment)
    #expect(leafCount == naive.leaves.count, comment)
    #expect(itemCount == list.reduce(0) { $0 + $1.count }, comment)
    #expect(
      estimatedCount == list.reduce(0) { $0 + ($1.isEstimated ? $1.count : 0) }, comment)
  }
}
