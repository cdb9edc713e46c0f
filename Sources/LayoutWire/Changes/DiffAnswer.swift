internal import JSONText
public import LayoutCore

/// The answer to a diff: the step that makes one list of keys out of another (docs/rules.md#post-a-diff).
public enum DiffAnswer {
  /// The greatest number of keys in a list.
  public static let keysMax = DiffKey.countMax

  /// The JSON of the answer. O(bytes log keys)
  ///
  /// - Parameters:
  ///   - text: The bytes of the body, followed by slack.
  ///   - depthMax: The greatest depth of nested containers.
  ///   - limits: The memory that the lists may take.
  ///   - meter: Pays for the work.
  /// - Throws: `bad-json` or `invalid-diff`; `.budgetExceeded` if the meter runs out of units.
  public static func json(
    _ text: RawSpan, depthMax: Int, limits: SnapshotLimits = SnapshotLimits(),
    meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> [UInt8] {
    let posted = try SnapshotDecoder.read(
      text, hasSlack: true, depthMax: depthMax, limits: limits, refusal: .invalidDiff,
      meter: &meter
    ) { $0.diff() }
    var duplicates: [Problem.Issue] = []
    let known = try DecodingInterrupted.units { () throws(WalkInterrupted) in
      let before = try places(of: posted.before, "before", &duplicates, &meter)
      _ = try places(of: posted.after, "after", &duplicates, &meter)
      return before
    }
    guard duplicates.isEmpty else { throw .problem(.duplicates(duplicates)) }
    return try DecodingInterrupted.units { () throws(WalkInterrupted) in
      let places = try posted.after.map { (key) throws(WalkInterrupted) in
        try meter.take(key.cost)
        return known[key]
      }
      let step = try KeyDiff.step(
        countBefore: posted.before.count, places: places,
        isChanged: { !posted.equal.isEmpty && !posted.equal[$0] }, meter: &meter)
      var writer = JSONWriter()
      let sizes = try posted.items.map { (items) throws(WalkInterrupted) in
        let places = try posted.placesAfter(places, of: step, &meter)
        return DiffSizes(items: items, placesAfter: places)
      }
      try writer.diff(step, sizes, &meter)
      return writer.bytes
    }
  }

  /// The position of each key of a list; notes keys that occur twice.
  private static func places(
    of keys: [DiffKey], _ list: String, _ duplicates: inout [Problem.Issue],
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [DiffKey: Int] {
    var places: [DiffKey: Int] = Dictionary(minimumCapacity: keys.count)
    for (place, key) in keys.enumerated() {
      try meter.take(key.cost)
      if let first = places[key] {
        duplicates.note(list, place, first)
      } else {
        places[key] = place
      }
    }
    return places
  }
}

/// Two lists of keys as they were posted.
struct PostedDiff {
  var before: [DiffKey] = []
  var after: [DiffKey] = []
  /// For each new key, whether its item is equal to the old one; empty if that is not given.
  var equal: [Bool] = []
  /// The items of the new keys; nil if they are not given.
  var items: GivenItems?

  /// For each old key that the step reloads, its position in the new list. O(keys)
  fileprivate func placesAfter(
    _ placesBefore: [Int?], of step: Step, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [Int] {
    guard !step.reload.isEmpty else { return [] }
    try meter.take(before.count + placesBefore.count)
    var places = [Int](repeating: 0, count: before.count)
    for (after, before) in placesBefore.enumerated() {
      if let before { places[before] = after }
    }
    return places
  }
}

/// The sizes of the items that a step brings.
private struct DiffSizes {
  /// One for each new key.
  let items: GivenItems
  /// For each old key that is reloaded, its position in the new list.
  let placesAfter: [Int]
}

enum DiffMember: String, SnapshotKey {
  case before, after, equal, items
  static let known = KnownKeys<Self>()
}

extension SnapshotDecoder {
  fileprivate mutating func diff() -> PostedDiff {
    var diff = PostedDiff()
    let root = document.root
    guard var members = object(root, DiffMember.self) else { return diff }
    var values: [DiffMember: JSONElement] = [:]
    while let (key, value) = next(&members) { values[key] = value }
    for key in [DiffMember.before, .after] where values[key] == nil {
      fault(root, missing: key.name, "is missing")
    }
    diff.before = values[.before].map { keys($0) } ?? []
    diff.after = values[.after].map { keys($0) } ?? []
    diff.items = values[.items].flatMap { items($0, of: diff.after) }
    guard let equal = values[.equal], var elements = array(equal) else { return diff }
    let count = document.count(of: equal)
    if count != diff.after.count, faults.isEmpty {
      fault(equal, .notAllowed, "has \(count) values, after has \(diff.after.count)")
    }
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      diff.equal.append(boolean(element) ?? true)
    }
    return diff
  }

  /// The items of keys, one for each.
  private mutating func items(_ element: JSONElement, of keys: [DiffKey]) -> GivenItems? {
    let faultCount = faults.count
    let items = givenItems(element)
    if items.count != keys.count, faults.count == faultCount {
      fault(element, .notAllowed, "has \(items.count) items, after has \(keys.count) keys")
    }
    return items
  }

  private mutating func keys(_ list: JSONElement) -> [DiffKey] {
    guard var elements = array(list) else { return [] }
    let count = document.count(of: list)
    guard count <= DiffAnswer.keysMax else {
      fault(list, .tooMany, "has \(count) keys, the limit is \(DiffAnswer.keysMax)")
      return []
    }
    hold(ListMemory.key * count)
    guard goesOn else { return [] }
    var keys: [DiffKey] = []
    keys.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      guard let key = key(element) else { continue }
      if case .text(let key) = key { hold(key.text.utf8.count) }
      keys.append(key)
    }
    return keys
  }
}

extension Problem {
  fileprivate static func duplicates(_ issues: [Issue]) -> Problem {
    guard case .pointer(let pointer) = issues[0].place else { return Problem(.invalidDiff) }
    return Problem(
      .invalidDiff, detail: "\(pointer) \(issues[0].detail).", issues: issues)
  }
}

extension [Problem.Issue] {
  /// Notes that a list has a key twice.
  fileprivate mutating func note(_ list: String, _ place: Int, _ first: Int) {
    guard count < Problem.issuesMax else { return }
    let pointer = "/\(list)/\(first)"
    append(
      Problem.Issue(
        .pointer("/\(list)/\(place)"), .duplicateKey, "is the key that \(pointer) is",
        facts: [.text("first", pointer)]))
  }
}

extension JSONWriter {
  fileprivate mutating func diff(
    _ step: Step, _ sizes: DiffSizes?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    guard step.entryCount > 0 else { return literal("{\"steps\":[]}") }
    literal("{\"steps\":[{")
    var isFirst = true
    try list(.delete, step.delete, &isFirst, &meter) { (writer, range, _) in
      writer.members(of: range.lowerBound)
      writer.count(range.length)
    }
    try list(.reload, step.reload, &isFirst, &meter) {
      (writer, range, meter) throws(WalkInterrupted) in
      writer.members(of: range.lowerBound)
      writer.count(range.length)
      guard let sizes else { return }
      writer.literal(",\"items\":")
      let places = range.lowerBound.item..<range.upperBound.item
      try writer.given(sizes.items, places.lazy.map { sizes.placesAfter[$0] }, &meter)
    }
    try list(.move, step.move, &isFirst, &meter) { (writer, move, _) in
      writer.literal("\"from\":{")
      writer.members(of: move.from.lowerBound)
      writer.literal("},\"to\":{")
      writer.members(of: move.to)
      writer.literal("}")
      writer.count(move.from.length)
    }
    try list(.insert, step.insert, &isFirst, &meter) {
      (writer, range, meter) throws(WalkInterrupted) in
      writer.members(of: range.lowerBound)
      writer.literal(",\"items\":")
      guard let sizes else { return writer.integer(range.length) }
      try writer.given(sizes.items, range.lowerBound.item..<range.upperBound.item, &meter)
    }
    literal("}]}")
  }

  /// The cost of writing an entry, in the steps of a meter.
  private static var entryCost: Int { 4 }

  private mutating func list<Entry>(
    _ list: Step.List, _ entries: [Entry], _ isFirst: inout Bool, _ meter: inout WorkMeter,
    _ write: (inout JSONWriter, Entry, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    guard !entries.isEmpty else { return }
    if !isFirst { literal(",") }
    isFirst = false
    string(list.rawValue)
    literal(":[")
    for (place, entry) in entries.enumerated() {
      try meter.take(JSONWriter.entryCost)
      literal(place > 0 ? ",{" : "{")
      try write(&self, entry, &meter)
      literal("}")
    }
    literal("]")
  }

  private mutating func count(_ count: Int) {
    guard count > 1 else { return }
    literal(",\"count\":")
    integer(count)
  }
}
