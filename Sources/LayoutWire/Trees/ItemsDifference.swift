internal import JSONText
internal import LayoutCore

/// How the items of a section become others (docs/rules.md#two-trees): by entries of `delete`, `move`, `resize` and
/// `insert`.
struct ItemsDifference {
  private let items: Items
  private let others: Items
  private let columns: [ItemColumn]
  /// The places of the items, as in a section of number 0.
  private var step = Step()
  /// The items that stay and differ in size or mark, and, for each old item, its new number; −1 if it goes.
  private var resized: [Range<Int>] = []
  private var placesAfter: [Int] = []

  /// Compares the items of two sections of one engine; nil if steps cannot say how one becomes the other.
  ///
  /// - Parameter keys: The keys of the items of both; nil if either has none.
  init?(
    _ section: Section, _ other: Section, keys: (JSONElement, JSONElement)?,
    _ decoder: inout SnapshotDecoder
  ) {
    (items, others) = (section.items, other.items)
    let rules = EngineRules.of(other.metrics.engine.name)
    columns = ItemColumn.allCases.filter { rules.items[$0].isRead }
    let (count, otherCount) = (items.count, others.count)
    let areEqual = items.isEqual(to: others)
    if count == 0 || otherCount == 0 {
      if count > 0 { step.delete = [Range(ItemPath(0, 0), count: count)] }
      if otherCount > 0 { step.insert = [Range(ItemPath(0, 0), count: otherCount)] }
    } else if let keys {
      guard compare(keys, &decoder) else { return nil }
      if !areEqual || !step.move.isEmpty || !step.delete.isEmpty {
        guard resize(&decoder) else { return nil }
      }
    } else if !areEqual {
      return nil
    }
  }

  // MARK: Keys

  /// Finds the items that go, come and move; false if no steps are left.
  private mutating func compare(
    _ keys: (JSONElement, JSONElement), _ decoder: inout SnapshotDecoder
  ) -> Bool {
    var (old, new) = (decoder.elements(of: keys.0), decoder.elements(of: keys.1))
    let count = new.count
    var (first, last) = (0, 0)
    let least = min(old.count, new.count)
    while first < least, decoder.goesOn, decoder.areEqualKeys(old[first], new[first]) { first += 1 }
    while last < least - first, decoder.goesOn,
      decoder.areEqualKeys(old[old.count - 1 - last], new[new.count - 1 - last])
    {
      last += 1
    }
    old = old[first..<old.count - last]
    new = new[first..<new.count - last]
    placesAfter = Array(0..<first) + Array(repeating: -1, count: old.count)
    placesAfter += count - last..<count
    if old.isEmpty && new.isEmpty { return decoder.goesOn }
    decoder.hold(ListMemory.key * (old.count + new.count))
    guard decoder.goesOn else { return false }
    var known: [DiffKey: Int] = Dictionary(minimumCapacity: old.count)
    for (place, element) in old.enumerated() {
      guard decoder.goesOn, let key = decoder.key(element) else { return false }
      decoder.take(key.cost)
      known[key] = place
    }
    var places: [Int?] = []
    places.reserveCapacity(new.count)
    for (place, element) in new.enumerated() {
      guard decoder.goesOn, let key = decoder.key(element) else { return false }
      decoder.take(key.cost)
      let before = known[key]
      places.append(before)
      if let before { placesAfter[first + before] = first + place }
    }
    let found = decoder.metered { (meter) throws(WalkStop) in
      try KeyDiff.step(
        countBefore: old.count, places: places, isChanged: { _ in false }, meter: &meter)
    }
    guard var found else { return false }
    found.shift(by: first)
    step = found
    return true
  }

  // MARK: Sizes

  /// Finds the items that stay and differ; false if steps cannot say how, or none are left.
  private mutating func resize(_ decoder: inout SnapshotDecoder) -> Bool {
    var (cursor, other) = (RunCursor(items), RunCursor(others))
    decoder.take(placesAfter.count * DecodingCost.member)
    for (item, place) in placesAfter.enumerated() where place >= 0 {
      guard decoder.goesOn else { return false }
      let (old, new) = (cursor.run(from: item), other.run(from: place))
      if old.joins(new) { continue }
      guard old.members == new.members else { return false }
      for column in columns where new.extent(column) == nil && old.extent(column) != nil {
        return false
      }
      if let last = resized.last, last.upperBound == item {
        resized[resized.count - 1] = last.lowerBound..<item + 1
      } else {
        resized.append(item..<item + 1)
      }
    }
    return true
  }

  // MARK: Writing

  /// Writes the entries.
  ///
  /// - Parameters:
  ///   - before: The number of the section before the step.
  ///   - after: Its number after it.
  ///   - encoder: The encoder of the snapshot after the step.
  func write(
    _ before: Int, _ after: Int, to text: inout StepText, by encoder: inout SnapshotEncoder,
    _ decoder: inout SnapshotDecoder
  ) {
    for range in step.delete where !text.isFull {
      text.append(to: .delete) {
        $0.place(before, range.lowerBound.item)
        $0.neighbors(range.length)
      }
    }
    let columns = encoder.listed(columns)
    var cursor = RunCursor(others)
    var part = ContentTreeBuilder(naming: .nothing)
    for range in resized where !text.isFull && decoder.goesOn {
      for item in range where decoder.goesOn {
        decoder.take(DecodingCost.member)
        var run = cursor.run(from: placesAfter[item])
        // Members stay.
        (run.count, run.members) = (1, nil)
        part.append(run)
      }
      text.append(to: .resize) {
        $0.place(before, range.lowerBound)
        encoder.write(part.finishItems(), columns, to: &$0, &decoder)
      }
    }
    for move in step.move where !text.isFull {
      text.append(to: .move) {
        $0.member(EntryKey.from)
        $0.path(ItemPath(before, move.from.lowerBound.item))
        $0.member(EntryKey.to)
        $0.path(ItemPath(after, move.to.item))
        $0.neighbors(move.from.length)
      }
    }
    for range in step.insert where !text.isFull && decoder.goesOn {
      let isPart = range.length < others.count
      var item = range.lowerBound.item
      while isPart, item < range.upperBound.item, decoder.goesOn {
        decoder.take(DecodingCost.member)
        var run = cursor.run(from: item)
        run.count = min(run.count, range.upperBound.item - item)
        part.append(run)
        item += run.count
      }
      text.append(to: .insert) {
        $0.place(after, range.lowerBound.item)
        encoder.write(isPart ? part.finishItems() : others, columns, to: &$0, &decoder)
      }
    }
  }
}

extension SnapshotDecoder {
  /// The elements of an array. O(elements)
  fileprivate mutating func elements(of list: JSONElement) -> ArraySlice<JSONElement> {
    let count = document.count(of: list)
    hold(count * 24)
    take(count)
    guard goesOn else { return [] }
    var elements: [JSONElement] = []
    elements.reserveCapacity(count)
    var contents = document.contents(of: list)
    while let element = document.next(&contents) { elements.append(element) }
    return elements[...]
  }

  /// Whether two keys are equal. O(bytes)
  fileprivate mutating func areEqualKeys(_ first: JSONElement, _ second: JSONElement) -> Bool {
    guard document.type(of: first) == .string, document.type(of: second) == .string else {
      return key(first) == key(second)
    }
    take(DecodingCost.member + DecodingCost.bytes(document.stringByteCount(first) ?? 0))
    return document.areEqualStrings(first, second)
  }
}

extension Step {
  /// Adds to the numbers of all items that it deletes, moves and inserts.
  fileprivate mutating func shift(by offset: Int) {
    func shifted(_ range: Range<ItemPath>) -> Range<ItemPath> {
      range.lowerBound.advanced(by: offset)..<range.upperBound.advanced(by: offset)
    }
    delete = delete.map(shifted)
    insert = insert.map(shifted)
    move = move.map { Move(from: shifted($0.from), to: $0.to.advanced(by: offset)) }
  }
}

extension JSONWriter {
  /// Writes the place of an item as members of an entry.
  fileprivate mutating func place(_ section: Int, _ item: Int) {
    member(EntryKey.section)
    integer(section)
    member(EntryKey.item)
    integer(item)
  }
}

extension SnapshotEncoder {
  /// Writes the items of an entry in the shortest form that a step can take.
  fileprivate mutating func write(
    _ items: Items, _ columns: [ListedColumn], to writer: inout JSONWriter,
    _ decoder: inout SnapshotDecoder
  ) {
    writer.member(EntryKey.items)
    _ = decoder.metered { (meter) throws(WalkStop) in
      try write(items, columns, to: &writer, meter: &meter)
    }
  }
}

extension ContentNaming {
  /// For items that are written, and not kept.
  fileprivate static let nothing = ContentNaming { EqualDigests() }
}

/// Gives all contents the same digest.
private final class EqualDigests: ContentHasher {
  var digest: ContentDigest { ContentDigest { _ in 0 } }
  func append(_: Span<UInt8>) {}
  func append(_: Span<UInt16>) {}
  func append(_: Span<UInt32>) {}
  func append(_: Span<UInt64>) {}
}
