@testable import LayoutCore

/// A hash function of four lanes: good enough to tell contents apart that nobody chose to be confused, and quick.
struct MixHasher: ContentHasher {
  private var lanes: [UInt64] = [1, 2, 3, 4]
  private var bytes = 0
  private var word: UInt64 = 0

  mutating func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) {
    numbers.withUnsafeBytes { for byte in $0 { append(byte) } }
  }

  mutating func append(_ byte: UInt8) {
    word = word << 8 | UInt64(byte)
    bytes += 1
    if bytes % 8 == 0 { mix(&lanes) }
  }

  private func mix(_ lanes: inout [UInt64]) {
    for lane in 0..<4 {
      var mixed = lanes[lane] ^ word &* (0x9E37_79B9_7F4A_7C15 &+ UInt64(lane) << 8)
      mixed = (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
      lanes[lane] = mixed ^ mixed >> 32
    }
  }

  var digest: ContentDigest {
    var lanes = lanes
    var last = self
    last.word = last.word << 8 ^ UInt64(bytes) << 56
    last.mix(&lanes)
    last.mix(&lanes)
    return ContentDigest(words: InlineArray { lanes[$0] })
  }
}

/// Knows every leaf and node that it was asked for, for good, and counts how often it was asked.
final class RememberingTable: ContentTable, @unchecked Sendable {
  private var leaves: [ContentDigest: Leaf] = [:]
  private var nodes: [ContentDigest: Node] = [:]
  private(set) var leavesAsked = 0
  private(set) var nodesAsked = 0
  private let shares: Bool

  /// One that does not share only counts.
  init(shares: Bool = true) { self.shares = shares }

  func shared(_ leaf: Leaf) -> Leaf {
    leavesAsked += 1
    guard shares else { return leaf }
    if let known = leaves[leaf.digest] { return known }
    leaves[leaf.digest] = leaf
    return leaf
  }

  func shared(_ node: Node) -> Node {
    nodesAsked += 1
    guard shares else { return node }
    if let known = nodes[node.digest] { return known }
    nodes[node.digest] = node
    return node
  }

  func add(_ bytes: Int) {}
  func count(blockBytes: Int) {}
  func leafGoes(_ digest: ContentDigest, bytes: Int) {}
  func nodeGoes(_ digest: ContentDigest, bytes: Int) {}

  func reset() { (leavesAsked, nodesAsked) = (0, 0) }
}
