@testable import LayoutCore

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
