/// A section's number, or the path of an item.
public protocol IndexPath: Comparable, Hashable, Sendable {
  /// The path `count` places later in the same list.
  func advanced(by count: Int) -> Self
  /// The number of places from this path to another one in the same list.
  func distance(to other: Self) -> Int
  /// The rank for sorting.
  var rank: Rank { get }
}

extension Int: IndexPath {
  public var rank: Rank { Rank(0, self) }
}

/// The place of an item: the number of its section, and its own number in the section.
public struct ItemPath: IndexPath {
  public var section: Int
  public var item: Int

  /// Creates the path of an item, which need not exist.
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
  /// Creates a range of `count` places in one list.
  public init(_ start: Bound, count: Int) { self = start..<start.advanced(by: count) }

  /// The number of places in one list.
  public var length: Int { lowerBound.distance(to: upperBound) }
}
