/// A section from a snapshot or a step, whose parts have been checked.
package struct GivenSection: Sendable {
  let id: String?
  package let metrics: SectionMetrics
  package let items: Items
  let headers: SupplementaryStack
  let footers: SupplementaryStack
  let members: SectionMembers

  /// Creates a section from its parts. If it has items, it forgets the placeholder.
  package init(
    id: String?, metrics: SectionMetrics, items: Items, headers: SupplementaryStack,
    footers: SupplementaryStack, placeholder: Placeholder? = nil,
    members: SectionMembers = SectionMembers()
  ) {
    self.id = id
    self.metrics = metrics
    self.items = items.showing(placeholder)
    self.headers = headers
    self.footers = footers
    self.members = members
  }

  /// Whether it takes a part of what the content lacks (docs/rules.md#minimum-content-length).
  package var isFiller: Bool { metrics.isFiller(items) }

  var section: Section {
    Section(
      metrics: metrics, items: items, headers: headers, footers: footers, members: members)
  }
}

/// The sections of a snapshot while it is decoded, with their ids and their memory.
///
/// Equal sections become one object if that is easy to detect: they have the same metrics and stacks, at most one run
/// of items, and are near each other. So each of a million empty sections needs only a reference.
public struct SectionList {
  private(set) var sections: [Section] = []
  private(set) var ids: SectionIDs
  private(set) var counts = Counts()
  /// Sections that may occur again, each at a place computed from its content.
  private var recent: [Section?] = []
  private var counter: HeapCounter

  private static let recentCount = 64

  /// The numbers of some kinds of sections.
  struct Counts {
    var pinning = 0
    var withItems = 0
    var withCachedElements = 0
    var fillers = 0
    /// Whether cells of any section have an effect.
    var withEffects = false
    /// The greatest version of the rules that a section is named by.
    var rulesVersion = rulesVersions.lowerBound
  }

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - capacity: The expected number of sections.
  ///   - countsTexts: Whether the texts of colours are counted with the sections, rather than by calls of `hold`.
  public init(capacity: Int, countsTexts: Bool = true) {
    counter = HeapCounter(countsTexts: countsTexts)
    ids = SectionIDs(capacity: capacity)
    sections.reserveCapacity(capacity)
  }

  /// Memory that the sections use, in bytes.
  public var byteCount: Int { counter.bytes + ids.byteCount + HeapBytes.array(sections) }

  /// The part of these bytes that the table of the items' naming counts.
  var countedByteCount: Int { counter.countedBytes }

  /// Reserves memory for `count` sections.
  public mutating func reserve(_ count: Int) {
    sections.reserveCapacity(count)
    ids.capacity = count
  }

  /// Counts bytes to which sections refer.
  public mutating func hold(_ bytes: Int) { counter.add(bytes) }

  /// Counts a stack that belongs to no section.
  public mutating func hold(_ stack: SupplementaryStack) { counter.add(stack) }

  /// Counts the colour of the background of the global headers.
  public mutating func hold(_ color: Color?) { counter.add(color) }

  /// Appends a section made from checked parts.
  package mutating func append(_ given: GivenSection) {
    guard given.items.isOneRun else { return append(given.section, id: given.id) }
    if recent.isEmpty { recent = Array(repeating: nil, count: SectionList.recentCount) }
    let place = SectionList.place(given)
    if let known = recent[place], known.metrics === given.metrics,
      known.items.isEqual(toRun: given.items), known.headers.isSame(as: given.headers),
      known.footers.isSame(as: given.footers), known.placeholder === given.items.placeholder,
      known.members == given.members
    {
      ids.append(text: given.id)
      return append(known, isNew: false)
    }
    let section = given.section
    recent[place] = section
    append(section, id: given.id)
  }

  /// Appends a section.
  public mutating func append(_ section: Section, id: String?) {
    ids.append(text: id)
    append(section, isNew: section !== sections.last)
  }

  /// Appends a section with the id of a snapshot's section.
  public mutating func append(_ section: Section, idOf number: Int, in snapshot: Snapshot) {
    ids.append(snapshot.ids[number])
    append(section, isNew: section !== sections.last)
  }

  private mutating func append(_ section: Section, isNew: Bool) {
    sections.append(section)
    if section.pins { counts.pinning += 1 }
    if section.items.count > 0 { counts.withItems += 1 }
    if section.hasCachedElements { counts.withCachedElements += 1 }
    if section.isFiller { counts.fillers += 1 }
    guard isNew else { return }
    counts.rulesVersion = max(counts.rulesVersion, section.rulesVersion)
    if section.metrics.extras?.effect != nil { counts.withEffects = true }
    if sections.count < 2 || section.metrics !== sections[sections.count - 2].metrics {
      counter.add(section.metrics)
    }
    counter.add(section)
  }

  /// The place among the recent sections for a section with this content.
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
    mix(number(given.items.placeholder))
    return Int((mixed >> 32) % UInt64(recentCount))
  }
}

extension Section {
  /// Whether any element of the section pins.
  var pins: Bool { headers.specialCount + footers.specialCount > 0 }

  /// Whether it has an element that does not pin.
  var hasCachedElements: Bool {
    items.count > 0 || !headers.resting.isEmpty || !footers.resting.isEmpty || placeholder != nil
      || metrics.extras?.background != nil
  }
}

extension Items {
  /// Whether both are one run and equal. `other` must be one run.
  fileprivate func isEqual(toRun other: Items) -> Bool {
    isOneRun && self[0] == other[0]
  }
}

/// The clients' ids of sections: their bytes one after another, and four bytes more per section.
struct SectionIDs: Sendable {
  /// The expected number of ids.
  var capacity: Int
  private var count = 0
  private var bytes: [UInt8] = []
  /// The end of each id in `bytes`, or its complement for a section without an id. Empty if no section has an id.
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

  /// Ends an id whose bytes have been appended.
  private mutating func end(isNone: Bool) {
    count += 1
    if ends.isEmpty {
      if isNone { return }
      ends.reserveCapacity(max(capacity, count))
      ends.append(contentsOf: repeatElement(~0, count: count - 1))
    }
    ends.append(isNone ? ~Int32(bytes.count) : Int32(bytes.count))
  }

  /// Whether no section has an id.
  var areNone: Bool { ends.isEmpty }

  /// The bytes of a section's id; nil if it has none.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    guard number < ends.count, ends[number] >= 0 else { return nil }
    guard number > 0 else { return bytes[..<Int(ends[0])] }
    let start = ends[number - 1]
    return bytes[Int(start < 0 ? ~start : start)..<Int(ends[number])]
  }
}
