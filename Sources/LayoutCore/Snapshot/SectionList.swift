/// A section as a snapshot or a step gives it: parts that have been checked.
package struct GivenSection: Sendable {
  let id: String?
  package let metrics: SectionMetrics
  package let items: Items
  let headers: SupplementaryStack
  let footers: SupplementaryStack

  /// Makes a section of its parts.
  package init(
    id: String?, metrics: SectionMetrics, items: Items, headers: SupplementaryStack,
    footers: SupplementaryStack
  ) {
    self.id = id
    self.metrics = metrics
    self.items = items
    self.headers = headers
    self.footers = footers
  }

  var section: Section {
    Section(metrics: metrics, items: items, headers: headers, footers: footers)
  }
}

/// The sections of a snapshot while it is decoded, with their ids and the memory that they take.
///
/// Equal sections become one object where that is quick to see: with the same metrics and stacks, with one run of items
/// at most, and near each other. So a million empty sections take a reference each.
public struct SectionList {
  private(set) var sections: [Section] = []
  private(set) var ids: SectionIDs
  private(set) var counts = Counts()
  /// Sections that may come again, each at the place that follows from its content.
  private var recent: [Section?] = []
  private var counter: HeapCounter

  private static let recentCount = 64

  /// How many sections there are of some sorts.
  struct Counts {
    var pinning = 0
    var withItems = 0
    var withCachedElements = 0
  }

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - capacity: How many sections are expected.
  ///   - countsTexts: Whether the texts of colours are counted with the sections; else by `hold`.
  public init(capacity: Int, countsTexts: Bool = true) {
    counter = HeapCounter(countsTexts: countsTexts)
    ids = SectionIDs(capacity: capacity)
    sections.reserveCapacity(capacity)
  }

  /// Bytes of memory that the sections hold.
  public var byteCount: Int { counter.bytes + ids.byteCount + HeapBytes.array(sections) }

  /// Those of them that the table counts which the items are named with.
  var countedByteCount: Int { counter.countedBytes }

  /// Makes room for `count` sections.
  public mutating func reserve(_ count: Int) {
    sections.reserveCapacity(count)
    ids.capacity = count
  }

  /// Counts bytes that sections refer to.
  public mutating func hold(_ bytes: Int) { counter.add(bytes) }

  /// Counts a stack that is no section's.
  public mutating func hold(_ stack: SupplementaryStack) { counter.add(stack) }

  /// Adds a section of parts that have been checked.
  package mutating func append(_ given: GivenSection) {
    guard given.items.isOneRun else { return append(given.section, id: given.id) }
    if recent.isEmpty { recent = Array(repeating: nil, count: SectionList.recentCount) }
    let place = SectionList.place(given)
    if let known = recent[place], known.metrics === given.metrics,
      known.items.isEqual(toRun: given.items), known.headers.isSame(as: given.headers),
      known.footers.isSame(as: given.footers)
    {
      ids.append(text: given.id)
      return append(known, isNew: false)
    }
    let section = given.section
    recent[place] = section
    append(section, id: given.id)
  }

  /// Adds a section.
  public mutating func append(_ section: Section, id: String?) {
    ids.append(text: id)
    append(section, isNew: section !== sections.last)
  }

  /// Adds a section with the id that one of a snapshot has.
  public mutating func append(_ section: Section, idOf number: Int, in snapshot: Snapshot) {
    ids.append(snapshot.ids[number])
    append(section, isNew: section !== sections.last)
  }

  private mutating func append(_ section: Section, isNew: Bool) {
    sections.append(section)
    if section.pins { counts.pinning += 1 }
    if section.items.count > 0 { counts.withItems += 1 }
    if section.hasCachedElements { counts.withCachedElements += 1 }
    guard isNew else { return }
    if sections.count < 2 || section.metrics !== sections[sections.count - 2].metrics {
      counter.add(section.metrics)
    }
    counter.add(section)
  }

  /// The place of a section of this content among the recent sections.
  private static func place(_ given: GivenSection) -> Int {
    func number(_ object: (some AnyObject)?) -> UInt64 {
      object.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) >> 4 } ?? 0
    }
    var mixed = number(given.metrics) &+ UInt64(given.items.count) &* 0x9E37_79B9_7F4A_7C15
    func mix(_ part: UInt64) {
      mixed = (mixed ^ (mixed >> 29) ^ part) &* 0xBF58_476D_1CE4_E5B9
    }
    for column in ItemColumn.allCases { mix(given.items.uniform(column)?.bitPattern ?? 0) }
    mix(number(given.headers.contents))
    mix(number(given.footers.contents))
    return Int((mixed >> 32) % UInt64(recentCount))
  }
}

extension Section {
  /// Whether an element of the section pins.
  var pins: Bool { headers.pinningCount + footers.pinningCount > 0 }

  /// Whether it has an element that does not pin.
  var hasCachedElements: Bool {
    items.count > 0 || !headers.resting.isEmpty || !footers.resting.isEmpty
  }
}

extension Items {
  /// Whether both are one run, and the same; `other` is known to be one.
  fileprivate func isEqual(toRun other: Items) -> Bool {
    isOneRun && self[0] == other[0]
  }
}

/// The callers' names for sections: their bytes one after the other, four more for each section.
struct SectionIDs: Sendable {
  /// How many ids are expected.
  var capacity: Int
  private var count = 0
  private var bytes: [UInt8] = []
  /// Where each id ends in `bytes`, or the complement of that for a section without; none as long as no section has
  /// one.
  private var ends: [Int32] = []

  init(capacity: Int) { self.capacity = capacity }

  var byteCount: Int { HeapBytes.array(bytes) + HeapBytes.array(ends) }

  mutating func append(_ id: ArraySlice<UInt8>?) {
    if let id { bytes.append(contentsOf: id) }
    end(isNone: id == nil)
  }

  mutating func append(text id: String?) {
    if let id { bytes.append(utf8: id) }
    end(isNone: id == nil)
  }

  /// Counts an id whose bytes have been added.
  private mutating func end(isNone: Bool) {
    count += 1
    if ends.isEmpty {
      if isNone { return }
      ends.reserveCapacity(max(capacity, count))
      ends.append(contentsOf: repeatElement(~0, count: count - 1))
    }
    ends.append(isNone ? ~Int32(bytes.count) : Int32(bytes.count))
  }

  /// Whether no section has one.
  var areNone: Bool { ends.isEmpty }

  /// The bytes of a section's id, nil where it has none.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    guard number < ends.count, ends[number] >= 0 else { return nil }
    guard number > 0 else { return bytes[..<Int(ends[0])] }
    let start = ends[number - 1]
    return bytes[Int(start < 0 ? ~start : start)..<Int(ends[number])]
  }
}
