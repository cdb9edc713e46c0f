import Testing

@testable import LayoutCore

/// The content tree as the rules say it, from a list of runs: slow, and without anything of the core but the
/// values.
struct NaiveTree {
  private(set) var leaves: [[ItemRun]] = []
  private(set) var leafDigests: [ContentDigest] = []
  /// The number of children of each node, level by level from the lowest.
  private(set) var levels: [[Int]] = []
  private(set) var root: ContentDigest

  init(_ list: [ItemRun]) {
    let runs = NaiveTree.joined(list)
    var leaf: [ItemRun] = []
    var sum: UInt64 = 0
    for run in runs {
      leaf.append(run)
      let mark: UInt64 = run.isEstimated ? 1 : 0
      var x =
        NaiveTree.bits(run.width) &* 0x9E37_79B9_7F4A_7C15
        &+ NaiveTree.bits(run.height) &* 0xC2B2_AE3D_27D4_EB4F
        &+ (2 &* UInt64(run.count) &+ mark) &* 0x1656_67B1_9E37_79F9
        &+ (NaiveTree.bits(NaiveTree.probe(run)) ^ NaiveTree.bits(1))
        &* 201 &* 0x9FB2_1C65_1E98_DF25
        &+ (NaiveTree.bits(NaiveTree.span(run)) ^ NaiveTree.bits(1))
        &* 203 &* 0x9FB2_1C65_1E98_DF25
      x = (x ^ (x >> 32)) &* 0xD6E8_FEB8_6659_FD93
      x = x ^ (x >> 32)
      sum = 16 &* sum &+ x
      let highest = (sum &* 0xD6E8_FEB8_6659_FD93) / 0x0100_0000_0000_0000
      if (leaf.count >= 32 && highest == 0) || leaf.count == 4096 {
        leaves.append(leaf)
        leaf = []
        sum = 0
      }
    }
    if !leaf.isEmpty || leaves.isEmpty { leaves.append(leaf) }
    leafDigests = leaves.map(NaiveTree.digest)
    var digests = leafDigests
    var level: UInt64 = 0
    while digests.count > 1 {
      level += 1
      var nodes: [[ContentDigest]] = [[]]
      for digest in digests {
        if let last = nodes.last, NaiveTree.isFull(last) { nodes.append([]) }
        nodes[nodes.count - 1].append(digest)
      }
      digests = nodes.map { NaiveTree.digest($0, level: level) }
      levels.append(nodes.map(\.count))
    }
    root = digests[0]
  }

  private static func isFull(_ children: [ContentDigest]) -> Bool {
    guard children.count >= 2 else { return false }
    return children.count == 1024 || NaiveTree.bytes(children.last!).last! % 32 == 0
  }

  static func joined(_ list: [ItemRun]) -> [ItemRun] {
    var runs: [ItemRun] = []
    for run in list where run.count > 0 {
      if var last = runs.last, last.width == run.width, last.height == run.height,
        last.isEstimated == run.isEstimated, probe(last) == probe(run), span(last) == span(run)
      {
        last.count += run.count
        runs[runs.count - 1] = last
      } else {
        runs.append(
          ItemRun(
            count: run.count, width: run.width + 0, height: run.height + 0,
            isEstimated: run.isEstimated, members: run.members))
      }
    }
    return runs
  }

  /// The members that there are: of codes 100 and 101, and default 1.
  private static func probe(_ run: ItemRun) -> Double { run.members?.probe ?? 1 }
  private static func span(_ run: ItemRun) -> Double { run.members?.span ?? 1 }

  private static func bits(_ value: Double) -> UInt64 { value == 0 ? 0 : value.bitPattern }

  static func bytes(_ digest: ContentDigest) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: digest.words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
  }

  private static func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  private static func hash(_ bytes: [UInt8]) -> ContentDigest {
    let hasher = MixHasher()
    for byte in bytes { hasher.append(byte) }
    return hasher.digest
  }

  /// The leaf's canonical bytes: a header, then the columns in their narrowest forms.
  static func digest(_ leaf: [ItemRun]) -> ContentDigest {
    let counts = column(leaf.map { 2 * UInt64($0.count) + ($0.isEstimated ? 1 : 0) })
    let widths = column(leaf.map(\.width))
    let heights = column(leaf.map(\.height))
    let columns = counts.bytes + widths.bytes + heights.bytes
    let forms = [counts.form, widths.form, heights.form] + littleEndian(UInt64(leaf.count), 4)
    var others: [UInt8] = []
    var otherCount: UInt64 = 0
    for (code, values) in [(100, leaf.map(probe)), (101, leaf.map(span))] as [(UInt8, [Double])]
    where values.contains(where: { $0 != 1 }) {
      let column = column(values)
      others += [code, column.form, 0, 0, 0, 0, 0, 0] + column.bytes
      otherCount += 1
    }
    if otherCount == 0 { return hash([1] + forms + columns) }
    return hash([3] + forms + columns + littleEndian(otherCount, 8) + others)
  }

  static func column(_ numbers: [UInt64]) -> (form: UInt8, bytes: [UInt8]) {
    if Set(numbers).count <= 1 { return (0, littleEndian(numbers.first ?? 0, 8)) }
    let form = [1, 2, 4, 8].first { bytes in
      numbers.allSatisfy { bytes == 8 || $0 >> UInt64(8 * bytes) == 0 }
    }!
    return (UInt8(form), numbers.flatMap { littleEndian($0, form) })
  }

  static func column(_ numbers: [Double]) -> (form: UInt8, bytes: [UInt8]) {
    if Set(numbers).count <= 1 { return (0, littleEndian(bits(numbers.first ?? 0), 8)) }
    for (form, limit) in [(1, 256.0), (2, 65536.0)]
    where numbers.allSatisfy({ $0 >= 0 && $0 < limit && $0 == $0.rounded() }) {
      return (UInt8(form), numbers.flatMap { littleEndian(UInt64($0), form) })
    }
    if numbers.allSatisfy({ Double(Float($0)) == $0 }) {
      return (4, numbers.flatMap { littleEndian(UInt64((Float($0) + 0).bitPattern), 4) })
    }
    return (8, numbers.flatMap { littleEndian(bits($0), 8) })
  }

  private static func digest(_ children: [ContentDigest], level: UInt64) -> ContentDigest {
    hash(
      [2] + littleEndian(level, 1) + [0, 0] + littleEndian(UInt64(children.count), 4)
        + children.flatMap(bytes))
  }
}

extension ContentTree {
  /// The tree of some runs, added one by one.
  init(_ runs: [ItemRun], naming: ContentNaming = .plain) {
    var builder = ContentTreeBuilder(naming: naming)
    for run in runs { builder.append(run) }
    self = builder.finish()
  }

  /// All runs, leaf by leaf.
  var leafRuns: [[ItemRun]] {
    leaves().map { place in (0..<place.leaf.runCount).map { place.leaf[$0] } }
  }

  /// Compares leaves, digests and nodes with those that the rules say, and all counts.
  func expectNaive(_ list: [ItemRun], _ comment: Comment? = nil) {
    let naive = NaiveTree(list)
    #expect(leafRuns == naive.leaves, comment)
    #expect(leaves().map(\.leaf.digest) == naive.leafDigests, comment)
    #expect(digest == naive.root, comment)
    var level: [ContentChild] = [root]
    var counts: [[Int]] = []
    while case .node = level[0] {
      let nodes = level.map { child in
        if case .node(let node) = child { node.children } else { [] as [ContentChild] }
      }
      counts.append(nodes.map(\.count))
      level = nodes.flatMap(\.self)
    }
    #expect(counts == naive.levels.reversed(), comment)
    let runs = naive.leaves.flatMap(\.self)
    #expect(runCount == runs.count, comment)
    #expect(leafCount == naive.leaves.count, comment)
    #expect(itemCount == runs.reduce(0) { $0 + $1.count }, comment)
    #expect(
      estimatedCount == runs.reduce(0) { $0 + ($1.isEstimated ? $1.count : 0) }, comment)
  }
}

extension ContentNaming {
  /// Names without a table.
  static let plain = ContentNaming(hasher: { MixHasher() })
}
