/// A section's content tree (docs/rules.md#sums), from a look at every item.
public struct NaiveContentTree: Sendable {
  /// A longest stretch of neighbours of one size and mark with equal members.
  public struct Run: Equatable, Sendable {
    public var count: Int
    /// In points; 0 where the engine does not read it, -1 for a width that a waterfall item does not have.
    public var width: Double
    public var height: Double
    public var isEstimated: Bool
    /// What its items say beside their size.
    public var members: [JSONValue]

    public init(
      count: Int, width: Double, height: Double, isEstimated: Bool, members: [JSONValue]
    ) {
      self.count = count
      // No run has the number -0.
      self.width = width + 0
      self.height = height + 0
      self.isEstimated = isEstimated
      self.members = members
    }
  }

  /// What stands under a node: a leaf by its number, or another node.
  public indirect enum Child: Sendable {
    case leaf(Int)
    case node([Child])
  }

  public let leaves: [[Run]]
  /// The digests of the leaves; none of a leaf alone until it is asked for.
  private let digestsOfLeaves: [[UInt8]]
  /// How many children each node has, level by level from the lowest.
  public let childCounts: [[Int]]
  let root: Child
  private let rootDigest: [UInt8]?

  /// The tree of the items of one of a snapshot's sections.
  public init(snapshot: JSONValue, section: Int) {
    let json = snapshot["sections"]![section]
    self.init(
      NaiveItem.list(snapshot: snapshot, section: json),
      NaiveMetrics(snapshot: snapshot, section: json))
  }

  init(_ items: [NaiveItem], _ metrics: NaiveMetrics) {
    self.init(runs: Self.runs(items, metrics))
  }

  /// The tree of runs, of which equal neighbours become one, and runs without items none.
  public init(runs: [Run]) {
    leaves = Self.cut(Self.joined(runs))
    // Digests are for more than one leaf alone: they take long.
    digestsOfLeaves = leaves.count == 1 ? [] : leaves.map(Self.digest)
    (root, rootDigest, childCounts) = Self.levels(digestsOfLeaves)
  }

  /// The digests of the leaves, in order.
  public var leafDigests: [[UInt8]] {
    leaves.count == 1 ? [Self.digest(leaves[0])] : digestsOfLeaves
  }

  /// What sums run over.
  var sums: NaiveSums { NaiveSums(leaves: leaves, root: root) }

  /// The 32 bytes that name the content.
  public var digest: [UInt8] { rootDigest ?? leafDigests[0] }

  private static func runs(_ items: [NaiveItem], _ metrics: NaiveMetrics) -> [Run] {
    let engine = NaiveEngine.named(metrics.engine)
    var runs: [Run] = []
    for (number, item) in items.enumerated() {
      if number > 0 && item == items[number - 1] {
        runs[runs.count - 1].count += 1
        continue
      }
      let read = engine.read(item, metrics)
      runs.append(
        Run(
          count: 1, width: engine.readsAcross ? read.width ?? -1 : 0, height: read.height ?? 0,
          isEstimated: read.isEstimated, members: read.members))
    }
    return runs
  }

  private static func joined(_ list: [Run]) -> [Run] {
    var runs: [Run] = []
    for run in list where run.count > 0 {
      if var last = runs.last, last.width == run.width, last.height == run.height,
        last.isEstimated == run.isEstimated, last.members == run.members
      {
        last.count += run.count
        runs[runs.count - 1] = last
      } else {
        runs.append(run)
      }
    }
    return runs
  }

  private static func cut(_ runs: [Run]) -> [[Run]] {
    var leaves: [[Run]] = []
    var leaf: [Run] = []
    var sum: UInt64 = 0
    for run in runs {
      leaf.append(run)
      var x = bits(run.width) &* 0x9E37_79B9_7F4A_7C15
      x = x &+ bits(run.height) &* 0xC2B2_AE3D_27D4_EB4F
      x = x &+ markedCount(run) &* 0x1656_67B1_9E37_79F9
      for (member, value) in zip(NaiveMember.all, run.members) {
        for column in member.columns(value) {
          let factor = (2 * column.code + 1) &* 0x9FB2_1C65_1E98_DF25
          x = x &+ (bits(column.value) ^ bits(column.standard)) &* factor
        }
      }
      x = (x ^ (x >> 32)) &* 0xD6E8_FEB8_6659_FD93
      x = x ^ (x >> 32)
      sum = 16 &* sum &+ x
      let highest = (sum &* 0xD6E8_FEB8_6659_FD93) >> 56
      if (leaf.count >= 32 && highest == 0) || leaf.count == 4096 {
        leaves.append(leaf)
        leaf = []
        sum = 0
      }
    }
    if !leaf.isEmpty || leaves.isEmpty { leaves.append(leaf) }
    return leaves
  }

  /// Nodes above leaves until one is left; no digest where there are none.
  private static func levels(
    _ leaves: [[UInt8]]
  ) -> (root: Child, digest: [UInt8]?, childCounts: [[Int]]) {
    if leaves.isEmpty { return (.leaf(0), nil, []) }
    var level = leaves.enumerated().map { (child: Child.leaf($0), digest: $1) }
    var childCounts: [[Int]] = []
    while level.count > 1 {
      var nodes: [(child: Child, digest: [UInt8])] = []
      var node: [(child: Child, digest: [UInt8])] = []
      childCounts.append([])
      for (number, child) in level.enumerated() {
        node.append(child)
        let isFull = node.count >= 2 && child.digest[31] % 32 == 0 || node.count == 1024
        if !isFull && number < level.count - 1 { continue }
        let header = [2] + littleEndian(UInt64(childCounts.count), 1) + [0, 0]
        let bytes = header + littleEndian(UInt64(node.count), 4) + node.flatMap(\.digest)
        nodes.append((.node(node.map(\.child)), NaiveSHA256.digest(bytes)))
        childCounts[childCounts.count - 1].append(node.count)
        node = []
      }
      level = nodes
    }
    return (level[0].child, level[0].digest, childCounts)
  }

  /// The digest of a leaf: a header, then its columns, each in the narrowest form that holds its numbers.
  private static func digest(_ leaf: [Run]) -> [UInt8] {
    let counts = column(leaf.map(markedCount))
    let widths = column(leaf.map(\.width))
    let heights = column(leaf.map(\.height))
    var others: [UInt8] = []
    var otherCount = 0
    for (place, member) in NaiveMember.all.enumerated() {
      let runs = leaf.map { member.columns($0.members[place]) }
      for number in runs.first?.indices ?? 0..<0 {
        let (code, _, standard) = runs[0][number]
        let values = runs.map { $0[number].value }
        if values.allSatisfy({ $0 == standard }) { continue }
        var texts: [String] = []
        let numbers = values.map { value -> Double in
          guard let text = value.string else { return value.double! }
          if text.isEmpty { return 0 }
          if let place = texts.firstIndex(where: { Array($0.utf8) == Array(text.utf8) }) {
            return Double(place + 1)
          }
          texts.append(text)
          return Double(texts.count)
        }
        let column = column(numbers)
        others += littleEndian(code, 1) + [column.form, 0, 0]
        others += littleEndian(UInt64(texts.count), 4)
        for text in texts { others += littleEndian(UInt64(text.utf8.count), 8) + Array(text.utf8) }
        others += column.bytes
        otherCount += 1
      }
    }
    if otherCount > 0 { others = littleEndian(UInt64(otherCount), 8) + others }
    let header: [UInt8] = [otherCount == 0 ? 1 : 3, counts.form, widths.form, heights.form]
    return NaiveSHA256.digest(
      header + littleEndian(UInt64(leaf.count), 4) + counts.bytes + widths.bytes + heights.bytes
        + others)
  }

  private static func column(_ numbers: [UInt64]) -> (form: UInt8, bytes: [UInt8]) {
    if allEqual(numbers) { return (0, littleEndian(numbers.first ?? 0, 8)) }
    let size = [1, 2, 4, 8].first { size in
      numbers.allSatisfy { size == 8 || $0 >> UInt64(8 * size) == 0 }
    }!
    return (UInt8(size), numbers.flatMap { littleEndian($0, size) })
  }

  private static func column(_ extents: [Double]) -> (form: UInt8, bytes: [UInt8]) {
    if allEqual(extents) { return (0, littleEndian(bits(extents.first ?? 0), 8)) }
    for (size, limit) in [(1, 256.0), (2, 65536.0)]
    where extents.allSatisfy({ $0 >= 0 && $0 < limit && $0 == $0.rounded() }) {
      return (UInt8(size), extents.flatMap { littleEndian(UInt64($0), size) })
    }
    if extents.allSatisfy({ Double(Float($0)) == $0 }) {
      return (4, extents.flatMap { littleEndian(UInt64((Float($0) + 0).bitPattern), 4) })
    }
    return (8, extents.flatMap { littleEndian(bits($0), 8) })
  }

  private static func markedCount(_ run: Run) -> UInt64 {
    2 * UInt64(run.count) + (run.isEstimated ? 1 : 0)
  }

  private static func bits(_ extent: Double) -> UInt64 { extent == 0 ? 0 : extent.bitPattern }

  /// The bits of a number, or FNV-1a of a text.
  private static func bits(_ value: JSONValue) -> UInt64 {
    guard let text = value.string else { return bits(value.double!) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private static func littleEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
