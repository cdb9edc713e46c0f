/// A header, footer or global header that takes room: hidden and empty ones are left out when a snapshot is decoded.
public struct Supplementary: Sendable {
  /// Its position in the array as given.
  public let index: Int
  /// Its extent along the scroll axis, in points, above 0.
  public let extent: Double
  /// Whether it pins to the visible bounds.
  public let isPinning: Bool
  /// What is handed back with it.
  public let appearance: Appearance?

  /// Makes a supplementary element.
  public init(index: Int, extent: Double, isPinning: Bool, appearance: Appearance?) {
    self.index = index
    self.extent = extent
    self.isPinning = isPinning
    self.appearance = appearance
  }
}

/// Supplementary elements one below the other, with the sums that placing them needs.
public struct SupplementaryStack: Sendable {
  /// An element with its place in the stack.
  public struct Entry: Sendable {
    public let element: Supplementary
    /// From the top of the stack to the element's top, in points.
    public let top: Double
    /// The extents of the pinning elements before this one, in points.
    public let pinningExtentBefore: Double
    /// How many pinning elements stand before this one.
    public let pinningCountBefore: Int

    var bottom: Double { top + element.extent }
  }

  /// In order, tops ascending.
  public let entries: [Entry]
  /// Positions in `entries` of the pinning ones.
  let pinning: [Int32]
  /// Positions in `entries` of the others.
  let resting: [Int32]

  /// Stacks elements in order. O(elements)
  public init(_ elements: [Supplementary]) {
    var entries: [Entry] = []
    var pinning: [Int32] = []
    var resting: [Int32] = []
    var top = 0.0
    var pinningExtent = 0.0
    entries.reserveCapacity(elements.count)
    for element in elements {
      entries.append(
        Entry(
          element: element, top: top, pinningExtentBefore: pinningExtent,
          pinningCountBefore: pinning.count))
      top += element.extent
      if element.isPinning {
        pinning.append(Int32(entries.count - 1))
        pinningExtent += element.extent
      } else {
        resting.append(Int32(entries.count - 1))
      }
    }
    self.entries = entries
    self.pinning = pinning
    self.resting = resting
  }

  /// A stack of nothing.
  public static let empty = SupplementaryStack([])

  /// From the top of the first to the bottom of the last, in points.
  public var extent: Double { entries.last?.bottom ?? 0 }

  /// The extents of all pinning elements, in points.
  var pinningExtent: Double {
    guard let last = pinning.last else { return 0 }
    return entries[Int(last)].pinningExtentBefore + entries[Int(last)].element.extent
  }

  /// The entry of the element that was given at `index`, if it is one. O(log elements)
  public func entry(at index: Int) -> Entry? {
    let position = partitionPoint(0..<entries.count) { entries[$0].element.index >= index }
    guard position < entries.count, entries[position].element.index == index else { return nil }
    return entries[position]
  }

  /// O(elements)
  var byteCount: Int {
    var bytes = entries.count * (MemoryLayout<Entry>.stride + MemoryLayout<Int32>.stride)
    var previous: Appearance?
    for entry in entries {
      if let appearance = entry.element.appearance, appearance !== previous {
        bytes += appearance.byteCount
        previous = appearance
      }
    }
    return bytes
  }
}
