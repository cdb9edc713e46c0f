/// Groups in order, with the sums that are needed to place them in any room. Repeated parts are kept once, so the memory
/// depends on what is given and not on the number of slots. Sections that inherit the groups share one object.
public final class GroupList: Sendable {
  /// The default of `leadingGroups` and `lastGroups`.
  public static let none = GroupList([])
  /// The default of `groups`.
  public static let standard = GroupList([GroupPart(.ratio(1))])

  /// The groups come first. The parts of each row or column are neighbours.
  let entries: [GroupEntry]
  let divisions: [GroupSums]
  /// The number of groups.
  public let count: Int
  /// The number of slots of all groups.
  let slotCount: Int
  /// The sums of all groups.
  private let points: Double
  private let weight: Double
  /// The canonical form. Lists with equal bytes are equal.
  let bytes: [UInt8]
  /// A number that is equal for equal lists, and seldom for others.
  let mark: UInt64
  /// The groups in the order of their numbers of slots, the first one of several.
  private let bySlots: [Int16]

  /// Creates a list of groups that have lengths, with at most `ContentLimits.slots` slots. O(groups and parts)
  public init(_ groups: [GroupPart]) {
    precondition(
      groups.count <= ContentLimits.groups
        && GroupPart.slotCount(of: groups) <= ContentLimits.slots, "few groups have few slots")
    var builder = GroupListBuilder()
    let sums = builder.append(groups: groups)
    // These have no room for more.
    (entries, divisions) = (builder.entries.map { $0 }, builder.divisions.map { $0 })
    count = groups.count
    (slotCount, points, weight) = (Int(sums.slotCount), sums.points, sums.weight)
    var writer = CanonicalWriter()
    writer.parts(groups)
    bytes = writer.bytes.map { $0 }
    mark = bytes.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    bySlots = Rank.places(
      groups.count, { Rank(groups[$0].slotCount, $0) }, precedes: { _, _ in false }
    )
    .map { Int16($0) }
  }

  /// Whether it is a default, whose memory no snapshot owns.
  var isStandard: Bool { self === GroupList.none || self === GroupList.standard }

  /// Memory that it uses, in bytes.
  var byteCount: Int {
    HeapBytes.object(
      ([GroupEntry], [GroupSums], Int, Int, Double, Double, [UInt8], UInt64, [Int16]).self)
      + HeapBytes.array(entries) + HeapBytes.array(divisions) + HeapBytes.array(bytes)
      + HeapBytes.array(bySlots)
  }

  /// The number of slots of a group.
  func slotCount(ofGroup group: Int) -> Int { firstSlot(group + 1) - firstSlot(group) }

  /// The number of slots before a group, or of all if it is the number of groups.
  func firstSlot(_ group: Int) -> Int {
    group < count ? Int(entries[group].slotsBefore) : slotCount
  }

  /// The group with a slot. O(log groups)
  func group(ofSlot slot: Int) -> Int {
    partitionPoint(0..<count - 1) { Int(entries[$0 + 1].slotsBefore) > slot }
  }

  /// The first group with this number of slots; nil if there is none. O(log groups)
  func group(withSlots slots: Int) -> Int? {
    let place = partitionPoint(0..<count) { slotCount(ofGroup: Int(bySlots[$0])) >= slots }
    guard place < count else { return nil }
    let group = Int(bySlots[place])
    return slotCount(ofGroup: group) == slots ? group : nil
  }

  /// The greatest number of slots of a group; 0 without groups.
  var slotsMax: Int { bySlots.last.map { slotCount(ofGroup: Int($0)) } ?? 0 }

  /// The extent of a group along the scroll axis, in a room of this width, in points.
  func height(ofGroup group: Int, width: Double) -> Double {
    let entry = entries[group]
    return lesser(GroupEntry.greatest, entry.isInPoints ? entry.length : width / entry.length)
  }

  /// The distance from the top of the first group to that of another one, or to the place behind the last one, in points.
  func top(ofGroup group: Int, width: Double, spacing: Double) -> Double {
    let isLast = group == count
    let points = isLast ? points : entries[group].pointsBefore
    let weight = isLast ? weight : entries[group].weightBefore
    return points + width * weight + Double(group) * spacing
  }

  /// The entry of a row or column that has a slot, counted from its first one. O(log parts)
  func entry(ofSlot slot: Int, in sums: GroupSums) -> Int {
    let places = sums.entries
    return partitionPoint(places.lowerBound..<places.upperBound - 1) {
      Int(entries[$0 + 1].slotsBefore) > slot
    }
  }

  /// The entry of a row or column that has a part, counted from its first one. O(log parts)
  func entry(ofCopy copy: Int, in sums: GroupSums) -> Int {
    let places = sums.entries
    return partitionPoint(places.lowerBound..<places.upperBound - 1) {
      Int(entries[$0 + 1].copiesBefore) > copy
    }
  }

  /// The number of slots of one of the repeated parts of an entry.
  @inline(__always)
  func slotCount(of entry: GroupEntry) -> Int {
    entry.division < 0 ? 1 : Int(divisions[Int(entry.division)].slotCount)
  }

  /// The groups as they were given. O(groups and parts)
  package var groups: [GroupPart] { (0..<count).map { part(entries[$0], isGroup: true) } }

  private func part(_ entry: GroupEntry, isGroup: Bool = false) -> GroupPart {
    let length: GroupPart.Length =
      entry.isInPoints
      ? .points(entry.length) : isGroup ? .ratio(entry.length) : .parts(entry.length)
    guard entry.division >= 0 else {
      return GroupPart(length, repeatCount: Int(entry.repeatCount))
    }
    let sums = divisions[Int(entry.division)]
    return GroupPart(
      length, repeatCount: Int(entry.repeatCount),
      GroupDivision(
        isRow: sums.isRow, spacing: sums.spacing, sums.entries.map { part(entries[$0]) }))
  }
}

extension GroupList: Equatable {
  public static func == (left: GroupList, right: GroupList) -> Bool {
    left === right || left.bytes == right.bytes
  }
}

/// A group, or the repeated parts of a row or column, with the sums of those before it.
struct GroupEntry: Sendable {
  /// A greater height is taken for this one, so that sums are finite. Content is refused long before it.
  static let greatest = 1e300

  /// A number of points, a share of the room, or the ratio of a group.
  let length: Double
  let isInPoints: Bool
  let repeatCount: Int16
  /// The place of its division in the list; −1 for a slot.
  var division: Int32
  let copiesBefore: Int32
  let slotsBefore: Int32
  /// The shares of those before it, times the scale of the division; for groups the reciprocals of ratios.
  let weightBefore: Double
  /// The points of those before it.
  let pointsBefore: Double
}

/// The parts of a row or a column with their sums.
struct GroupSums: Sendable {
  var isRow = true
  /// Nil for the section's spacing.
  var spacing: Double?
  /// The shares are multiplied by this, so that sums of great ones are finite.
  var scale = 1.0
  private(set) var first: Int32 = 0
  private(set) var end: Int32 = 0
  private(set) var copyCount: Int32 = 0
  private(set) var slotCount: Int32 = 0
  private(set) var weight = 0.0
  private(set) var points = 0.0

  /// The places of its entries in the list.
  var entries: Range<Int> { Int(first)..<Int(end) }

  init(from first: Int) { (self.first, end) = (Int32(first), Int32(first)) }

  /// The entry of the next part, which is added to the sums.
  fileprivate mutating func add(_ part: GroupPart) -> GroupEntry {
    var (length, isInPoints, weight) = (1.0, false, scale)
    switch part.length {
    case .points(let points): (length, isInPoints, weight) = (points, true, 0)
    case .parts(let share): (length, weight) = (share, share * scale)
    case .ratio(let ratio): (length, weight) = (ratio, lesser(GroupEntry.greatest, 1 / ratio))
    case nil: break
    }
    let entry = GroupEntry(
      length: length, isInPoints: isInPoints, repeatCount: Int16(part.repeatCount), division: -1,
      copiesBefore: copyCount, slotsBefore: slotCount, weightBefore: self.weight,
      pointsBefore: points)
    end += 1
    copyCount += Int32(part.repeatCount)
    slotCount += Int32(part.slotCount)
    self.weight += Double(part.repeatCount) * weight
    if isInPoints { points += Double(part.repeatCount) * lesser(GroupEntry.greatest, length) }
    return entry
  }
}

/// Makes the entries of a list of groups.
private struct GroupListBuilder {
  var entries: [GroupEntry] = []
  var divisions: [GroupSums] = []

  mutating func append(groups: [GroupPart]) -> GroupSums {
    var sums = GroupSums(from: 0)
    append(groups, to: &sums)
    return sums
  }

  private mutating func append(_ parts: [GroupPart], to sums: inout GroupSums) {
    let start = entries.count
    for part in parts { entries.append(sums.add(part)) }
    for (place, part) in parts.enumerated() {
      guard let division = part.division else { continue }
      entries[start + place].division = Int32(divisions.count)
      append(division)
    }
  }

  private mutating func append(_ division: GroupDivision) {
    var sums = GroupSums(from: entries.count)
    (sums.isRow, sums.spacing) = (division.isRow, division.spacing)
    for case .parts(let share)? in division.parts.map({ $0.length }) where share > 0x1p800 {
      sums.scale = 0x1p-300
    }
    let place = divisions.count
    divisions.append(sums)
    append(division.parts, to: &sums)
    divisions[place] = sums
  }
}
