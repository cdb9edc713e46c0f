@testable import LayoutCore

/// A hash function of four lanes: good enough to tell contents apart that nobody chose to be confused, and quick.
final class MixHasher: ContentHasher {
  private var mix = Mix()

  func append<Number: BitwiseCopyable>(_ numbers: Span<Number>) { mix.append(numbers) }

  func append(_ byte: UInt8) { mix.append(byte) }

  var digest: ContentDigest { mix.digest }
}

private struct Mix {
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
    return ContentDigest { lanes[$0] }
  }
}

/// Knows every leaf and node that it was asked for, for good, and counts how often it was asked.
final class RememberingTable: ContentTable, @unchecked Sendable {
  private var known: [ContentDigest: ContentChild] = [:]
  private(set) var leavesAsked = 0
  private(set) var nodesAsked = 0
  private(set) var letGo = 0
  /// How many entries there are, and how many there were at most since `reset`.
  private(set) var entryCount = 0 { didSet { entryCountMax = max(entryCountMax, entryCount) } }
  private(set) var entryCountMax = 0
  private let shares: Bool

  /// One that does not share only counts.
  init(shares: Bool = true) { self.shares = shares }

  /// Counts who has an object.
  private final class Entry: ContentEntry, @unchecked Sendable {
    private let owner: RememberingTable
    var holders = 0

    init(_ owner: RememberingTable) {
      self.owner = owner
      owner.entryCount += 1
    }

    deinit { owner.entryCount -= 1 }

    var table: any ContentTable { owner }

    func addToHolders() -> Bool {
      guard holders > 0 else { return false }
      holders += 1
      return true
    }

    func removeHolder() -> Bool {
      holders -= 1
      return holders == 0
    }

    func count(blockBytes: Int) {}
  }

  func node(_ digest: ContentDigest) -> Node? {
    guard case .node(let node) = known[digest] else { return nil }
    return node
  }

  func held(_ child: ContentChild) -> ContentChild {
    if case .leaf = child { leavesAsked += 1 } else { nodesAsked += 1 }
    let held = shares ? known[child.digest, default: child] : child
    if shares { known[child.digest] = held }
    (held.entry as? Entry)?.holders += 1
    return held
  }

  func entry(bytes: Int) -> any ContentEntry { Entry(self) }
  func letGo(_ child: ContentChild) { letGo += 1 }

  func reset() { (leavesAsked, nodesAsked, letGo, entryCountMax) = (0, 0, 0, entryCount) }
}
