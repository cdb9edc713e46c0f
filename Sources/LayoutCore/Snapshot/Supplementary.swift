/// A header, footer or global header that takes room (docs/rules.md#supplementary-elements). Hidden and empty ones are
/// omitted when a snapshot is decoded.
public struct Supplementary: Equatable, Sendable {
  /// Its extent along the scroll axis, in points, above 0.
  public let extent: Double
  /// Its colours, padding and members, which are returned.
  public let appearance: Appearance?
  /// The index, and one bit for each of the three marks.
  private let code: UInt32

  /// The extent of an estimated element without one of its own, in points.
  static let estimatedExtent = 44.0

  private static let pinningBit: UInt32 = 1 << 31
  private static let estimatedBit: UInt32 = 1 << 30
  private static let waitingBit: UInt32 = 1 << 29

  /// Its position in the given array.
  public var index: Int { Int(code & (Supplementary.waitingBit - 1)) }
  /// Whether it pins to the visible bounds.
  public var isPinning: Bool { code & Supplementary.pinningBit != 0 }
  /// Whether it waits before the visible bounds. Only global headers do.
  public var isWaiting: Bool { code & Supplementary.waitingBit != 0 }
  /// Whether its position depends on the visible bounds.
  public var isSpecial: Bool { code & (Supplementary.pinningBit | Supplementary.waitingBit) != 0 }
  /// Whether its extent is an estimate.
  public var isEstimated: Bool { code & Supplementary.estimatedBit != 0 }

  /// The number of its sort: 0 for a pinning element, 1 for a waiting one, 2 for any other.
  fileprivate var sort: Int { isPinning ? 0 : isWaiting ? 1 : 2 }

  /// Whether it says a later addition to the rules.
  fileprivate var hasAdditions: Bool { isWaiting || appearance?.members.isEmpty == false }

  /// Creates a supplementary element. The index has 29 bits. An element that waits does not pin.
  public init(
    index: Int, extent: Double, isPinning: Bool, isWaiting: Bool = false, isEstimated: Bool = false,
    appearance: Appearance?
  ) {
    precondition(index < Supplementary.waitingBit, "the index has 29 bits")
    self.extent = extent
    self.appearance = appearance
    code =
      UInt32(index) | (isPinning ? Supplementary.pinningBit : 0)
      | (isWaiting && !isPinning ? Supplementary.waitingBit : 0)
      | (isEstimated ? Supplementary.estimatedBit : 0)
  }
}

/// Supplementary elements below each other, with the sums that are needed to place them.
public struct SupplementaryStack: Sendable {
  /// An element with its place in the stack.
  public struct Entry: Sendable {
    public let element: Supplementary
    /// The number of special elements before this one.
    fileprivate let specialBefore: Int32
    /// Distance from the top of the stack to the element's top, in points.
    public let top: Double
    /// The sum of the extents of the pinning elements before this one, in points; of the waiting ones if this one waits.
    public let specialExtentBefore: Double

    /// The number of special elements before this one.
    public var specialCountBefore: Int { Int(specialBefore) }

    var bottom: Double { top + element.extent }
  }

  /// The elements of a stack, shared by its copies.
  final class Contents: Sendable {
    let entries: [Entry]
    /// The positions of the pinning elements, then of the waiting ones, then of the others. Empty if the elements have
    /// this order.
    let order: [Int32]
    /// The top of the first element whose extent is an estimate; nil if there is none.
    let estimateTop: Double?
    /// The number of elements whose extent is an estimate.
    let estimatedCount: Int32
    /// Whether an element says a later addition to the rules.
    let hasAdditions: Bool
    /// The number of pinning elements.
    let pinningCount: Int32

    fileprivate init(_ entries: [Entry], order: [Int32], hasAdditions: Bool, pinningCount: Int32) {
      self.entries = entries
      self.order = order
      self.hasAdditions = hasAdditions
      self.pinningCount = pinningCount
      estimateTop = entries.first { $0.element.isEstimated }?.top
      estimatedCount =
        estimateTop == nil ? 0 : Int32(clamping: entries.count { $0.element.isEstimated })
    }

    var byteCount: Int {
      HeapBytes.object(([Entry], [Int32], Double?, Int32, Bool, Int32).self)
        + HeapBytes.array(entries) + HeapBytes.array(order)
    }
  }

  /// Nil if the stack is empty, as in most sections.
  let contents: Contents?

  /// An empty stack.
  public static let empty = SupplementaryStack([])

  /// Stacks elements in order. O(elements)
  public init(_ elements: [Supplementary]) {
    var builder = Builder(capacity: elements.count)
    for element in elements { builder.append(element) }
    self = builder.stack(unlessEqualTo: SupplementaryStack(nil))
  }

  private init(_ contents: Contents?) { self.contents = contents }

  /// Stacks elements one after another.
  public struct Builder {
    private var entries: [Entry] = []
    private var top = 0.0
    private var pinningExtent = 0.0
    private var waitingExtent = 0.0
    private var specialCount: Int32 = 0
    private var pinningCount: Int32 = 0
    private var isOrdered = true
    private var hasAdditions = false

    /// Creates a builder with memory for `capacity` elements.
    public init(capacity: Int) { entries.reserveCapacity(capacity) }

    /// Stacks one more element.
    public mutating func append(_ element: Supplementary) {
      if let last = entries.last, last.element.sort > element.sort { isOrdered = false }
      entries.append(
        Entry(
          element: element, specialBefore: specialCount, top: top,
          specialExtentBefore: element.isWaiting ? waitingExtent : pinningExtent))
      top += element.extent
      if element.hasAdditions { hasAdditions = true }
      guard element.isSpecial else { return }
      specialCount += 1
      if element.isWaiting {
        waitingExtent += element.extent
      } else {
        pinningCount += 1
        pinningExtent += element.extent
      }
    }

    /// The least memory of a stack of these elements, in bytes.
    public var byteCount: Int { entries.count * MemoryLayout<Entry>.stride }

    /// The stack of all elements, or `other` if it has the same elements. O(elements)
    public consuming func stack(unlessEqualTo other: SupplementaryStack) -> SupplementaryStack {
      if entries.isEmpty { return SupplementaryStack(nil) }
      if SupplementaryStack.areEqual(entries, other.entries) { return other }
      if entries.capacity - entries.count > entries.count / 16 {
        var trimmed: [Entry] = []
        trimmed.reserveCapacity(entries.count)
        trimmed.append(contentsOf: entries)
        entries = trimmed
      }
      var order: [Int32] = []
      if !isOrdered {
        order.reserveCapacity(entries.count)
        for sort in 0..<3 {
          for (position, entry) in entries.enumerated() where entry.element.sort == sort {
            order.append(Int32(position))
          }
        }
      }
      return SupplementaryStack(
        Contents(entries, order: order, hasAdditions: hasAdditions, pinningCount: pinningCount))
    }
  }

  /// In order, with ascending tops.
  public var entries: [Entry] { contents?.entries ?? [] }

  /// Whether the extent of any element is an estimate.
  var hasEstimates: Bool { estimateTop != nil }

  /// The number of elements whose extent is an estimate.
  var estimatedCount: Int { Int(contents?.estimatedCount ?? 0) }

  /// Whether an element says a later addition to the rules (docs/rules.md#additions).
  var hasAdditions: Bool { contents?.hasAdditions ?? false }

  /// Distance from the top of the stack to that of the first element whose extent is an estimate, in points; nil if
  /// there is none.
  var estimateTop: Double? { contents?.estimateTop }

  /// Positions of the entries of one sort, ascending.
  struct Positions: RandomAccessCollection {
    /// The order of the stack.
    fileprivate let order: [Int32]
    /// The place of the first one in that order.
    fileprivate let first: Int
    let endIndex: Int

    var startIndex: Int { 0 }

    subscript(index: Int) -> Int { order.isEmpty ? first + index : Int(order[first + index]) }
  }

  private func positions(from first: Int, to end: Int) -> Positions {
    Positions(order: contents?.order ?? [], first: first, endIndex: end - first)
  }

  /// The positions of the pinning elements in `entries`.
  var pinning: Positions { positions(from: 0, to: pinningCount) }

  /// The positions of the waiting elements in `entries`.
  var waiting: Positions { positions(from: pinningCount, to: specialCount) }

  /// The positions of the other elements in `entries`.
  var resting: Positions { positions(from: specialCount, to: entries.count) }

  private var pinningCount: Int { Int(contents?.pinningCount ?? 0) }

  /// Positions of pinning and of waiting elements, ascending.
  struct SpecialPositions: Sequence, IteratorProtocol {
    fileprivate let order: [Int32]
    /// Places of pinning elements in that order.
    fileprivate var pinning: Range<Int>
    /// Places of waiting elements in that order.
    fileprivate var waiting: Range<Int>

    private func first(_ places: Range<Int>) -> Int {
      if places.isEmpty { return .max }
      return order.isEmpty ? places.lowerBound : Int(order[places.lowerBound])
    }

    mutating func next() -> Int? {
      let (pin, wait) = (first(pinning), first(waiting))
      if pin < wait {
        pinning = pinning.lowerBound + 1..<pinning.upperBound
        return pin
      }
      if waiting.isEmpty { return nil }
      waiting = waiting.lowerBound + 1..<waiting.upperBound
      return wait
    }
  }

  /// Positions of special elements in `entries`: those of `pinning` and of `waiting` at the given indices.
  func special(pinning: Range<Int>, waiting: Range<Int>) -> SpecialPositions {
    let count = pinningCount
    return SpecialPositions(
      order: contents?.order ?? [], pinning: pinning,
      waiting: waiting.lowerBound + count..<waiting.upperBound + count)
  }

  /// Whether any of the elements is not special.
  var hasResting: Bool {
    guard let contents else { return false }
    return specialCount < contents.entries.count
  }

  /// The number of special elements.
  var specialCount: Int {
    guard let last = contents?.entries.last else { return 0 }
    return last.specialCountBefore + (last.element.isSpecial ? 1 : 0)
  }

  /// Distance from the top of the first element to the bottom of the last, in points.
  public var extent: Double { contents?.entries.last?.bottom ?? 0 }

  /// Distance from the top of the first element to the bottom of the last one that is not special, in points; 0 if there
  /// is none.
  var restingEnd: Double {
    let resting = resting
    return resting.isEmpty ? 0 : entries[resting[resting.count - 1]].bottom
  }

  /// The sum of the extents of all pinning elements, in points, if none waits.
  var pinningExtent: Double {
    guard let last = contents?.entries.last else { return 0 }
    return last.specialExtentBefore + (last.element.isPinning ? last.element.extent : 0)
  }

  /// The entry of the element with a given index; nil if there is none. O(log elements)
  public func entry(at index: Int) -> Entry? {
    position(at: index).map { entries[$0] }
  }

  /// The position in `entries` of the element with a given index; nil if there is none. O(log elements)
  func position(at index: Int) -> Int? {
    let entries = entries
    let position = partitionPoint(0..<entries.count) { entries[$0].element.index >= index }
    guard position < entries.count, entries[position].element.index == index else { return nil }
    return position
  }

  /// Whether two stacks are the same object.
  func isSame(as other: SupplementaryStack) -> Bool { contents === other.contents }

  /// Whether both have the same elements. O(elements)
  package func isEqual(to other: SupplementaryStack) -> Bool {
    SupplementaryStack.areEqual(entries, other.entries)
  }

  @inline(never)
  fileprivate static func areEqual(_ entries: [Entry], _ others: [Entry]) -> Bool {
    entries.count == others.count && zip(entries, others).allSatisfy { $0.element == $1.element }
  }
}
