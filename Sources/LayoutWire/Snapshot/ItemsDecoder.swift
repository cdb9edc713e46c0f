internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Decodes the items of a section, in any form. O(items that are listed)
  ///
  /// - Parameter text: Contains the lists that were cut out, if any.
  mutating func items(
    _ element: JSONElement, metrics: ResolvedMetrics, in text: RawSpan
  ) -> Items {
    let rules = ItemRules(metrics, isHorizontal: isHorizontal)
    let listedBefore = explicitItemCount
    var sink = SectionItems(rules)
    guard read(element, into: &sink, in: text) else { return .none }
    let items = sink.equal ?? treeBuilder?.finishItems() ?? .none
    // Both numbers are at most 2⁵³, so the sum does not overflow.
    itemCount += items.count
    guard itemCount <= limits.items else {
      itemCount = limits.items
      tooManyItems(element)
      return .none
    }
    // An entry may describe many items.
    let explicitCount = metrics.section.engine.reading.explicitCount(of: items)
    let listedCount = explicitItemCount - listedBefore
    if explicitCount > listedCount, !mayList(explicitCount - listedCount, element) { return .none }
    return items
  }

  /// Decodes items of a step in any form, as they are given. O(items that are listed)
  ///
  /// - Parameter areSizes: Whether only sizes are allowed, and no other members.
  mutating func givenItems(_ element: JSONElement, areSizes: Bool = false) -> GivenItems {
    var items = GivenItems(capacity: listedCount(element))
    faultsBeforeItems = faults.count
    defer { faultsBeforeItems = 0 }
    _ = read(element, into: &items, in: RawSpan(), areSizes: areSizes)
    return items
  }

  /// Decodes the members of a step's entry that describe its items. Their number is that of the places in `at`, else of
  /// the listed items, else the entry's count.
  mutating func items(
    namedBy entry: StepEntry, _ members: EntryMembers, _ table: EntryTable, of element: JSONElement
  ) -> GivenItems {
    var (described, all, hasNulls) = (DescribedItems(), DescribedItems(), false)
    for position in table.describing {
      guard case .of(let key) = table.keys[position], let value = members.values[position] else {
        continue
      }
      all.set(value, for: key)
      // A member that is null for all items gets its default.
      if case .all(.member) = key, document.type(of: value) == .null {
        hasNulls = true
      } else {
        described.set(value, for: key)
      }
    }
    if hasNulls { checkSpellings(all) }
    let given = entry.places.map { (name: EntryKey.at.name, count: $0.count) }
    var items = GivenItems(capacity: given?.count ?? listedCount(element))
    faultsBeforeItems = faults.count
    defer { faultsBeforeItems = 0 }
    if given != nil || described.areListed(in: document) {
      _ = listed(described, of: element, given: given, &items, in: RawSpan())
    } else {
      _ = equal(described, of: element, count: entry.count ?? 1, &items)
    }
    return items
  }

  /// The greatest number of items that any form of items lists one by one.
  func listedCount(_ items: JSONElement) -> Int {
    if document.type(of: items) == .array { return document.count(of: items) }
    guard document.type(of: items) == .object else { return 0 }
    var count = 0
    var members = document.contents(of: items)
    while document.next(&members) != nil, let value = document.next(&members) {
      if document.type(of: value) == .array { count = max(count, document.count(of: value)) }
    }
    return count
  }

  /// Decodes items in any form; false if anything is wrong, or no steps are left.
  private mutating func read(
    _ element: JSONElement, into sink: inout some ItemsSink, in text: RawSpan,
    areSizes: Bool = false
  ) -> Bool {
    switch document.type(of: element) {
    case .number: return equal(DescribedItems(count: element), of: element, &sink)
    case .array:
      return rows(element, areSizes ? ItemKey.knownOfSizes : ItemKey.known, &sink, in: text)
    case .object:
      return described(
        element, areSizes ? ItemListKey.knownOfSizes : ItemListKey.known, &sink, in: text)
    case .string, .boolean, .null:
      fault(element, .wrongType, "must be a number, an array or an object")
      return false
    }
  }

  // MARK: Limits and faults

  private mutating func tooManyItems(_ element: JSONElement) {
    fault(element, .tooMany, "makes more than \(limits.items) items in all")
  }

  /// Whether `count` more items may be listed individually, in a section or, if there is memory for
  /// them, in a step.
  mutating func mayList(
    _ count: Int, _ element: JSONElement, ofStep: Bool = false,
    bytesOfItem: Int = ListMemory.item
  ) -> Bool {
    // Both numbers are at most 2⁵³.
    explicitItemCount += count
    if ofStep { hold(bytesOfItem * count) }
    if explicitItemCount <= limits.explicitItems { return !ofStep || goesOn }
    explicitItemCount -= count
    let items = ofStep ? "items of a step" : "items"
    fault(
      element, .tooMany,
      "makes more than \(limits.explicitItems) \(items) that are listed one by one", limit: .items)
    return false
  }

  /// Notes that items lack a member that their engine needs.
  private mutating func lacks(_ member: String, _ element: JSONElement, _ rules: ItemRules) {
    let need = "the items of a \(rules.engine.rawValue) need it"
    if document.type(of: element) == .object {
      fault(element, missing: member, "is missing, \(need)")
    } else {
      fault(element, .missing, "must say the \(member) too, \(need)")
    }
  }

  /// Notes a value that the engine does not read.
  private mutating func note(_ value: JSONElement, _ member: ItemKey, _ rules: ItemRules) {
    if rules.reads(member) { return }
    note(unread: value, "is not read by the engine \(rules.engine.rawValue)")
  }

  /// Notes the members of listed items that the engine does not read, of those whose bits are set.
  private mutating func note(_ list: JSONElement, unread present: Int, _ rules: ItemRules?) {
    guard let rules, present != 0 else { return }
    let unread = ItemKey.allCases.filter { present >> $0.place & 1 == 1 && !rules.reads($0) }
    guard !unread.isEmpty else { return }
    let names = unread.map(\.listName).joined(separator: " and ")
    note(
      unread: list, "has \(names), which the engine \(rules.engine.rawValue) does not read")
  }

  // MARK: Values

  /// The value of a member as a number; nil if it is wrong.
  @inline(__always)
  private mutating func value(_ element: JSONElement, of member: ItemKey) -> Double? {
    switch member {
    case .one: extent(element)
    case .count: integer(element, in: 0...limits.items).map(Double.init)
    case .estimated: boolean(element).map { $0 ? 1 : 0 }
    case .member(let place): number(element, MemberRow.ofItems[place].form)
    }
  }

  /// Reads the value of a member of the item that is being added to a portion.
  @inline(__always)
  private mutating func read(
    _ element: JSONElement, of member: ItemKey, into portion: inout ItemPortion
  ) {
    if case .member(let place) = member, !MemberRow.ofItems[place].form.isNumber {
      return readOther(element, of: member, MemberRow.ofItems[place], into: &portion)
    }
    if let number = value(element, of: member) { portion.say(number, of: member) }
  }

  @inline(never)
  private mutating func readOther(
    _ element: JSONElement, of member: ItemKey, _ row: MemberRow, into portion: inout ItemPortion
  ) {
    for place in MemberRow.ofItems.indices
    where MemberRow.ofItems[place].code == row.code && portion.isGiven(.member(place)) {
      let other = MemberRow.ofItems[place].name
      if other != row.name { fault(element, .notAllowed, "cannot stand beside \(other)") }
    }
    if let value = value(element, .member(row.form)) { portion.say(value, of: member) }
  }

  // MARK: An object for all items

  private mutating func described(
    _ element: JSONElement, _ known: KnownKeys<ItemListKey>, _ sink: inout some ItemsSink,
    in text: RawSpan
  ) -> Bool {
    guard var members = object(element, known) else { return false }
    let rules = sink.rules
    var described = DescribedItems()
    while let (key, value) = next(&members) {
      described.set(value, for: key)
      guard let rules else { continue }
      switch key {
      case .all(let member): note(value, member, rules)
      case .list(let column): note(value, .one(column), rules)
      }
    }
    let names = ItemColumn.allCases.map(\.listName)
    if described.areListed(in: document) {
      for misplaced in [described.count] + ItemColumn.allCases.map({ described.numbers[$0] }) {
        guard let misplaced else { continue }
        fault(misplaced, .notAllowed, "cannot stand beside \(names.joined(separator: " or "))")
      }
      return listed(described, of: element, given: nil, &sink, in: text)
    }
    guard described.count != nil else {
      fault(
        element, missing: ItemKey.count.name,
        "is missing; or give \(names.joined(separator: " and "))")
      return false
    }
    return equal(described, of: element, &sink)
  }

  /// Reads equal items, which are described once with their number.
  ///
  /// - Parameter count: The number of items; nil if `described` has it.
  private mutating func equal(
    _ described: DescribedItems, of items: JSONElement, count: Int? = nil,
    _ sink: inout some ItemsSink
  ) -> Bool {
    var portion = takePortion(room: 1, sayMembers: described.sayMembers)
    defer { self.portion = portion }
    for column in ItemColumn.allCases {
      guard let element = described.numbers[column] else { continue }
      if let number = extent(element) { portion.say(number, of: .one(column)) }
    }
    for (key, element) in described.others { read(element, of: key, into: &portion) }
    let number = count ?? described.count.flatMap { integer($0, in: 0...limits.items) }
    guard let number else { return false }
    portion.say(Double(number), of: .count)
    if number > 0, let rules = sink.rules {
      for column in ItemColumn.allCases
      where rules[column].isRequired && described.numbers[column] == nil {
        lacks(column.name, items, rules)
      }
    }
    portion.endItem()
    sink.addEqual(portion)
    if portion.hasMembers { hold(sink.memberByteCount) }
    return true
  }

  /// Takes the room for items, emptied.
  private mutating func takePortion(room: Int, sayMembers: Bool) -> ItemPortion {
    var portion = portion.take() ?? ItemPortion(room: 0)
    portion.makeRoom(for: room, sayMembers: sayMembers)
    portion.clear()
    portion.areAllEstimated = false
    return portion
  }

  // MARK: A list for each member

  /// Reads lists of values, all of one length, and values for all items.
  ///
  /// - Parameter given: The length that the lists must have and what gives it; nil if only the lists give it.
  private mutating func listed(
    _ described: DescribedItems, of items: JSONElement, given: (name: String, count: Int)?,
    _ sink: inout some ItemsSink, in text: RawSpan
  ) -> Bool {
    let rules = sink.rules
    var lists: [(key: ItemKey, name: String, list: JSONElement)] = ItemColumn.allCases.compactMap {
      column in described.lists[column].map { (.one(column), column.listName, $0) }
    }
    var values: [(key: ItemKey, value: JSONElement)] = []
    for (key, value) in described.others {
      if key.isListed(value, in: document) {
        lists.append((key, key.name, value))
      } else {
        values.append((key, value))
      }
    }
    if self.lists != nil {
      guard lists.allSatisfy({ document.type(of: $0.list) == .array }),
        let cut = self.lists?.takeNumbers(lists.map(\.key))
      else { return refusedCut(items) }
      guard values.allSatisfy({ $0.key.isNumber }) else { return refusedCut(items) }
      var constants = SharedValues()
      for (key, value) in values { constants.append(key, self.value(value, of: key)) }
      return cutItems(items, cut, constants, &sink, in: text)
    }
    var length = given
    for (key, name, list) in lists where document.type(of: list) == .array {
      let own = document.count(of: list)
      if let length, own != length.count {
        let unit = rules == nil || key == .estimated ? "values" : "numbers"
        fault(list, .notAllowed, "has \(own) \(unit), \(length.name) has \(length.count)")
        return false
      }
      length = (name, own)
    }
    let count = length?.count ?? 0
    guard mayList(given == nil ? count : 0, items, ofStep: rules == nil) else { return false }
    if count > 0, let rules {
      for column in ItemColumn.allCases
      where rules[column].isRequired && described.lists[column] == nil {
        lacks(column.listName, items, rules)
      }
    }
    var contents: [(key: ItemKey, values: JSONContents)] = []
    for (key, _, list) in lists {
      if let values = array(list) { contents.append((key, values)) }
    }
    var constants = SharedValues()
    var others: [(key: ItemKey, value: MetricValue)] = []
    for (key, value) in values {
      if case .member(let place) = key, !key.isNumber {
        let row = MemberRow.ofItems[place]
        if let value = self.value(value, .member(row.form)) { others.append((key, value)) }
      } else {
        constants.append(key, self.value(value, of: key))
      }
    }
    checkSpellings(described)
    var portion = takePortion(room: count, sayMembers: described.sayMembers)
    portion.areAllEstimated = constants.areAllEstimated
    defer { self.portion = portion }
    for item in 0..<count {
      guard goesOn else { return false }
      for list in contents.indices {
        guard let element = document.next(&contents[list].values) else { continue }
        take(DecodingCost.member)
        let key = contents[list].key
        if case .member = key, document.type(of: element) == .null { continue }
        read(element, of: key, into: &portion)
      }
      for (key, number) in constants.numbers { portion.say(number, of: key) }
      for (key, value) in others { portion.say(value, of: key) }
      portion.endItem()
      if portion.count == portion.room || item == count - 1 { flush(&portion, &sink) }
    }
    return faults.isEmpty && !isStopped
  }

  /// Adds the items of a portion, if nothing is wrong; those of a step also after a mistake elsewhere, because an entry may
  /// say their number.
  private mutating func flush(_ portion: inout ItemPortion, _ sink: inout some ItemsSink) {
    if sink.rules != nil { take(DecodingCost.named(portion.count)) }
    if faults.count == faultsBeforeItems, goesOn {
      let before = portion.hasMembers ? sink.memberByteCount : 0
      sink.add(&portion, to: &treeBuilder, naming: givenNaming)
      if portion.hasMembers { hold(sink.memberByteCount - before) }
    }
    portion.clear()
  }

  /// Refuses two spellings of one member, whatever their values.
  private mutating func checkSpellings(_ described: DescribedItems) {
    var codes: [UInt8: String] = [:]
    for (key, value) in described.others {
      guard case .member(let place) = key else { continue }
      let row = MemberRow.ofItems[place]
      if let other = codes.updateValue(row.name, forKey: row.code) {
        fault(value, .notAllowed, "cannot stand beside \(other)")
      }
    }
  }

  // MARK: A list of objects

  private mutating func rows(
    _ list: JSONElement, _ known: KnownKeys<ItemKey>, _ sink: inout some ItemsSink,
    in text: RawSpan
  ) -> Bool {
    if lists != nil {
      guard let cut = lists?.takeRows() else { return refusedCut(list) }
      return cutItems(list, cut, SharedValues(), &sink, in: text)
    }
    let rules = sink.rules
    let count = document.count(of: list)
    guard count > 0, mayList(count, list, ofStep: rules == nil) else { return count == 0 }
    let sayMembers = known.keys.contains(where: \.isMember)
    var portion = takePortion(room: count, sayMembers: sayMembers)
    defer { self.portion = portion }
    var elements = document.contents(of: list)
    var present = 0
    // The sum of whole numbers is exact as long as it is at most 2⁵³.
    var total = 0.0
    let limit = Double(limits.items)
    while goesOn, let row = document.next(&elements) {
      take(DecodingCost.member)
      var count = 1.0
      if var members = object(row, known) {
        while let (member, value) = next(&members) {
          guard member.isNumber else {
            read(value, of: member, into: &portion)
            continue
          }
          let number = self.value(value, of: member) ?? 0
          portion.say(number, of: member)
          if member == .count { count = number }
        }
      }
      if let rules {
        for column in ItemColumn.allCases
        where rules[column].isRequired && !portion.isGiven(.one(column)) {
          lacks(column.name, row, rules)
        }
      }
      portion.endItem()
      total += count
      if total > limit, rules == nil {
        fault(row, .tooMany, "makes more than \(limits.items) items")
        return false
      }
      if portion.count == portion.room {
        present |= portion.present
        if total <= limit { flush(&portion, &sink) } else { portion.clear() }
      }
    }
    present |= portion.present
    if total <= limit { flush(&portion, &sink) }
    guard faults.isEmpty, !isStopped else { return false }
    note(list, unread: present, rules)
    if total > limit { tooManyItems(list) }
    return faults.isEmpty
  }

  // MARK: Lists that have been cut out of the text

  /// Notes that a list is wrong, or is not one that was cut out of the text: the text is then decoded again as a whole,
  /// which finds a proper message.
  private mutating func refusedCut(_ element: JSONElement) -> Bool {
    fault(element, .outOfRange, "")
    return false
  }

  /// Parses lists from the text, and takes their items portion by portion. O(bytes)
  private mutating func cutItems(
    _ element: JSONElement, _ cut: CutItems, _ constants: SharedValues,
    _ sink: inout some ItemsSink,
    in text: RawSpan
  ) -> Bool {
    guard let byteCount = lists?.textByteCount, let rules = sink.rules else {
      return refusedCut(element)
    }
    let text = text.extracting(first: byteCount)
    var portion = takePortion(
      room: ItemPortion.roomMax, sayMembers: constants.numbers.contains { $0.key.isMember })
    portion.areAllEstimated = constants.areAllEstimated
    defer { self.portion = portion }
    var cut = cut
    var present = 0
    var total = 0.0
    repeat {
      do throws(WalkInterrupted) {
        guard try portion.read(&cut, in: text, &meter), mayList(portion.count, element),
          isRight(portion, rules, &total)
        else { return refusedCut(element) }
        try meter.take(DecodingCost.named(portion.count))
      } catch {
        stop()
        return false
      }
      present |= portion.present
      for (key, number) in constants.numbers { portion.say(number, ofAll: key) }
      sink.add(&portion, to: &treeBuilder, naming: givenNaming)
    } while !portion.isAtEnd
    if cut.rows != nil { note(element, unread: present, rules) }
    for key in ItemKey.allCases where present >> key.place & 1 == 1 {
      textVersion = max(textVersion, key.rulesVersion)
    }
    return true
  }

  /// Whether no item lacks a member that its engine needs, counts are whole numbers, and other members are in their
  /// ranges; adds the counts to `total`.
  private func isRight(_ portion: ItemPortion, _ rules: ItemRules, _ total: inout Double) -> Bool {
    if portion.count == 0 { return true }
    for column in ItemColumn.allCases where rules[column].isRequired {
      if portion.lacks(.one(column)) || !portion.has(.one(column)) { return false }
    }
    for count in portion.values(.count) ?? [] where !count.isNaN {
      // 2⁵³ may be a greater number that was rounded.
      guard count.rounded() == count, count < Double(limits.items) else { return false }
      total += count
    }
    for place in MemberRow.ofItems.indices where ItemKey.member(place).isNumber {
      let form = MemberRow.ofItems[place].form
      for number in portion.values(.member(place)) ?? [] where !number.isNaN {
        if !form.contains(number) { return false }
      }
    }
    // The sum of whole numbers is exact as long as it is at most 2⁵³.
    return total <= Double(limits.items)
  }
}
