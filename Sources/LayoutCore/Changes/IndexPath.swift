/// A section's number, or the path of an item.
public protocol IndexPath: Comparable, Hashable, Sendable {
  /// The path so many places behind, in the same list.
  func advanced(by count: Int) -> Self
  /// How many places behind another path of the same list stands.
  func distance(to other: Self) -> Int
  /// Its rank among others.
  var rank: Rank { get }
}

extension Int: IndexPath {
  public var rank: Rank { Rank(0, self) }
}

/// Where an item stands: its section's number, and its own in the section.
public struct ItemPath: IndexPath {
  public var section: Int
  public var item: Int

  /// Names an item that may or may not exist.
  public init(_ section: Int, _ item: Int) {
    self.section = section
    self.item = item
  }

  public static func < (first: ItemPath, second: ItemPath) -> Bool {
    (first.section, first.item) < (second.section, second.item)
  }

  public func advanced(by count: Int) -> ItemPath { ItemPath(section, item + count) }

  public func distance(to other: ItemPath) -> Int { other.item - item }

  public var rank: Rank { Rank(section, item) }
}

extension Range where Bound: IndexPath {
  /// Makes a range of so many places of one list.
  public init(_ start: Bound, count: Int) { self = start..<start.advanced(by: count) }

  /// How many places of one list it has.
  public var length: Int { lowerBound.distance(to: upperBound) }
}
