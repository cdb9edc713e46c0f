/// A step of a change, applied to a list by plain surgery on arrays, item by item.
public struct NaiveStep: Sendable {
  /// An entry of any list; what its list does not have is not read.
  public struct Entry: Sendable {
    public var section: Int
    public var item: Int
    public var count: Int
    public var toSection: Int
    public var toItem: Int
    /// Items that are named one by one.
    public var at: [Int]?
    /// How many items each new section has.
    public var itemCounts: [Int]

    public init(
      _ section: Int, _ item: Int = 0, count: Int = 1, to toSection: Int = 0, _ toItem: Int = 0,
      at: [Int]? = nil, itemCounts: [Int] = []
    ) {
      self.section = section
      self.item = item
      self.count = count
      self.toSection = toSection
      self.toItem = toItem
      self.at = at
      self.itemCounts = itemCounts
    }

    /// The items that it names before the step, or after it.
    var items: [Int] { at ?? Array(item..<item + count) }
  }

  /// What stands at a place, and where it comes from.
  public struct Item: Hashable, Sendable {
    public var section: Int?
    public var item = 0
    public var isMoved = false
    public var isReloaded = false
    /// Of one without an origin: whether the reload of a section that was there before has brought it.
    public var comesWithReload = false
    /// The list, entry and offset that brings it, or gives it a size.
    public var source: String?

    public init(
      section: Int? = nil, item: Int = 0, isMoved: Bool = false, isReloaded: Bool = false,
      comesWithReload: Bool = false, source: String? = nil
    ) {
      self.section = section
      self.item = item
      self.isMoved = isMoved
      self.isReloaded = isReloaded
      self.comesWithReload = comesWithReload
      self.source = source
    }
  }

  /// A section after steps.
  public struct ListedSection: Hashable, Sendable {
    public var section: Int?
    public var isMoved = false
    public var isReloaded = false
    public var source: String?
    public var items: [Item]

    public init(
      section: Int? = nil, isMoved: Bool = false, isReloaded: Bool = false, source: String? = nil,
      items: [Item]
    ) {
      self.section = section
      self.isMoved = isMoved
      self.isReloaded = isReloaded
      self.source = source
      self.items = items
    }
  }

  public static let names = [
    "delete", "reload", "resize", "adjust", "move", "insert", "deleteSections", "reloadSections",
    "setSections", "moveSections", "insertSections",
  ]

  /// The entries by their lists' names.
  public var lists: [String: [Entry]] = [:]

  public init() {}

  public subscript(name: String) -> [Entry] {
    get { lists[name] ?? [] }
    set { lists[name] = newValue }
  }

  /// A list that nothing has happened to.
  public static func list(_ itemCounts: [Int]) -> [ListedSection] {
    itemCounts.enumerated().map { section, count in
      ListedSection(section: section, items: (0..<count).map { Item(section: section, item: $0) })
    }
  }

  // MARK: Surgery

  /// The list after the step, which has no errors: what moves is taken out and put in, deletes descend, inserts ascend.
  public func applied(to before: [ListedSection]) -> [ListedSection] {
    var list = before
    for (section, entry, offset) in places("setSections") {
      list[section].source = "setSections/\(entry)/\(offset)"
    }
    for name in ["reload", "resize"] {
      for (entry, value) in self[name].enumerated() {
        for (offset, item) in value.items.enumerated() {
          list[value.section].items[item].source = "\(name)/\(entry)/\(offset)"
          if name == "reload" { list[value.section].items[item].isReloaded = true }
        }
      }
    }
    for (entry, value) in self["reloadSections"].enumerated() {
      list[value.section].isReloaded = true
      list[value.section].source = "reloadSections/\(entry)/0"
      let isOld = list[value.section].section != nil
      list[value.section].items = (0..<value.itemCounts[0]).map { _ in
        Item(comesWithReload: isOld)
      }
    }
    let marked = list

    // Items out, last first.
    var out: Set<[Int]> = []
    for entry in self["delete"] { for item in entry.items { out.insert([entry.section, item]) } }
    for entry in self["move"] { for item in entry.items { out.insert([entry.section, item]) } }
    for place in out.sorted(by: { $0.lexicographicallyPrecedes($1) }).reversed() {
      if !ended.contains(place[0]) { list[place[0]].items.remove(at: place[1]) }
    }
    let emptied = list
    // Sections out, last first, and in, first first.
    var sectionsOut = places("deleteSections").map { $0.0 } + places("moveSections").map { $0.0 }
    sectionsOut.sort(by: >)
    for section in sectionsOut { list.remove(at: section) }
    var sectionsIn: [(Int, ListedSection)] = []
    for (entry, value) in self["insertSections"].enumerated() {
      for (offset, count) in value.itemCounts.enumerated() {
        let section = ListedSection(
          source: "insertSections/\(entry)/\(offset)", items: (0..<count).map { _ in Item() })
        sectionsIn.append((value.section + offset, section))
      }
    }
    for entry in self["moveSections"] {
      for offset in 0..<entry.count {
        var section = emptied[entry.section + offset]
        section.isMoved = true
        sectionsIn.append((entry.toSection + offset, section))
      }
    }
    for (place, section) in sectionsIn.sorted(by: { $0.0 < $1.0 }) {
      list.insert(section, at: place)
    }
    // Items in, first first.
    var itemsIn: [([Int], Item)] = []
    for (entry, value) in self["insert"].enumerated() {
      for (offset, item) in value.items.enumerated() {
        itemsIn.append(([value.section, item], Item(source: "insert/\(entry)/\(offset)")))
      }
    }
    for entry in self["move"] {
      for offset in 0..<entry.count {
        var item = marked[entry.section].items[entry.item + offset]
        item.isMoved = true
        itemsIn.append(([entry.toSection, entry.toItem + offset], item))
      }
    }
    for (place, item) in itemsIn.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      list[place[0]].items.insert(item, at: place[1])
    }
    return list
  }

  /// The sections that a list's entries name, with entry and offset.
  private func places(_ name: String) -> [(Int, Int, Int)] {
    self[name].enumerated().flatMap { entry, value in
      (0..<value.count).map { (value.section + $0, entry, $0) }
    }
  }

  // MARK: Errors

  /// What is wrong with the step for a list of sections with so many items: pointers within the step, and codes; of the
  /// first stage that has any, in order.
  public func errors(_ counts: [Int]) -> [String] {
    for stage in [sectionsBefore, sectionsAfter, itemsBefore, itemsAfter] {
      let found = stage(counts)
      if !found.isEmpty { return Array(ordered(found).prefix(20)) }
    }
    return []
  }

  private struct Found: Hashable {
    let list: String
    let entry: Int
    let code: String
  }

  static let codes = [
    "section-out-of-range-before", "section-out-of-range-after", "item-out-of-range-before",
    "item-out-of-range-after", "delete-and-reload-same", "delete-and-move-same",
    "delete-and-resize-same", "delete-and-adjust-same", "insert-and-move-same", "moves-from-same",
    "moves-to-same",
    "move-from-deleted-section", "move-into-inserted-section", "insert-into-inserted-section",
    "duplicate-delete", "duplicate-insert", "duplicate-reload", "duplicate-resize",
    "duplicate-adjust", "duplicate-set",
  ]

  private func ordered(_ found: [Found]) -> [String] {
    let sorted = Set(found).sorted { first, second in
      let keys = [first, second].map {
        [
          NaiveStep.names.firstIndex(of: $0.list)!, $0.entry,
          NaiveStep.codes.firstIndex(of: $0.code)!,
        ]
      }
      return keys[0].lexicographicallyPrecedes(keys[1])
    }
    return sorted.map { "/\($0.list)/\($0.entry) \($0.code)" }
  }

  /// One thing that an entry names.
  private struct Named {
    let list: String
    let entry: Int
    let place: [Int]
  }

  /// Compares each two things of a stage that are one, the second in the row being at fault.
  private func clashes(_ named: [Named], _ code: (String, String) -> String?) -> [Found] {
    var known: [[Int]: [Named]] = [:]
    var found: [Found] = []
    for next in named {
      for earlier in known[next.place] ?? [] {
        if let code = code(earlier.list, next.list) {
          found.append(Found(list: next.list, entry: next.entry, code: code))
        }
      }
      known[next.place, default: []].append(next)
    }
    return found
  }

  private func sectionsBefore(_ counts: [Int]) -> [Found] {
    var found: [Found] = []
    for name in ["delete", "reload", "resize", "adjust", "move"] {
      for (entry, value) in self[name].enumerated() where value.count > 0 {
        if value.section >= counts.count {
          found.append(Found(list: name, entry: entry, code: "section-out-of-range-before"))
        }
      }
    }
    var named: [Named] = []
    for name in ["deleteSections", "reloadSections", "setSections", "moveSections"] {
      for (section, entry, _) in places(name) {
        if section >= counts.count {
          found.append(Found(list: name, entry: entry, code: "section-out-of-range-before"))
        } else if name != "setSections" || !ended.contains(section) {
          named.append(Named(list: name, entry: entry, place: [section]))
        }
      }
    }
    return found
      + clashes(named) { first, second in
        switch (first, second) {
        case ("deleteSections", "deleteSections"): "duplicate-delete"
        case ("reloadSections", "reloadSections"): "duplicate-reload"
        case ("setSections", "setSections"): "duplicate-set"
        case ("moveSections", "moveSections"): "moves-from-same"
        case ("deleteSections", "reloadSections"): "delete-and-reload-same"
        case ("deleteSections", "moveSections"), ("reloadSections", "moveSections"):
          "delete-and-move-same"
        default: nil
        }
      }
  }

  /// The sections that are deleted or reloaded.
  private var ended: Set<Int> {
    Set(places("deleteSections").map { $0.0 } + places("reloadSections").map { $0.0 })
  }

  private func sectionsAfter(_ counts: [Int]) -> [Found] {
    let insertedCount = self["insertSections"].reduce(0) { $0 + $1.itemCounts.count }
    let count = counts.count - places("deleteSections").count + insertedCount
    var found: [Found] = []
    var named: [Named] = []
    for (name, start, length) in [
      ("insertSections", \Entry.section, \Entry.itemCounts.count),
      ("moveSections", \Entry.toSection, \Entry.count),
    ] {
      for (entry, value) in self[name].enumerated() {
        for offset in 0..<value[keyPath: length] {
          let place = value[keyPath: start] + offset
          if place >= count {
            found.append(Found(list: name, entry: entry, code: "section-out-of-range-after"))
          } else {
            named.append(Named(list: name, entry: entry, place: [place]))
          }
        }
      }
    }
    return found
      + clashes(named) { first, second in
        switch (first, second) {
        case ("insertSections", "insertSections"): "duplicate-insert"
        case ("moveSections", "moveSections"): "moves-to-same"
        default: "insert-and-move-same"
        }
      }
  }

  private func itemsBefore(_ counts: [Int]) -> [Found] {
    var found: [Found] = []
    var named: [Named] = []
    for name in ["delete", "reload", "resize", "adjust", "move"] {
      for (entry, value) in self[name].enumerated() {
        for item in value.items {
          if item >= counts[value.section] {
            found.append(Found(list: name, entry: entry, code: "item-out-of-range-before"))
          } else if !ended.contains(value.section) {
            named.append(Named(list: name, entry: entry, place: [value.section, item]))
          } else if name == "move" {
            found.append(Found(list: name, entry: entry, code: "move-from-deleted-section"))
            named.append(Named(list: name, entry: entry, place: [value.section, item]))
          }
        }
      }
    }
    return found
      + clashes(named) { first, second in
        switch (first, second) {
        case ("delete", "delete"): "duplicate-delete"
        case ("reload", "reload"): "duplicate-reload"
        case ("resize", "resize"): "duplicate-resize"
        case ("adjust", "adjust"): "duplicate-adjust"
        case ("move", "move"): "moves-from-same"
        case ("delete", "reload"): "delete-and-reload-same"
        case ("delete", "resize"), ("reload", "resize"): "delete-and-resize-same"
        case ("delete", "adjust"), ("reload", "adjust"): "delete-and-adjust-same"
        case ("delete", "move"), ("reload", "move"): "delete-and-move-same"
        default: nil
        }
      }
  }

  private func itemsAfter(_ counts: [Int]) -> [Found] {
    // The sections after, by surgery on their numbers; nil for one whose items are new.
    var withoutItems = NaiveStep()
    for name in NaiveStep.names.suffix(5) { withoutItems[name] = self[name] }
    let sections = withoutItems.applied(to: NaiveStep.list(counts))
    var countsAfter = sections.map { $0.isReloaded || $0.section == nil ? nil : $0.items.count }
    for place in countsAfter.indices where countsAfter[place] != nil {
      let origin = sections[place].section!
      let out = (self["delete"] + self["move"]).filter { $0.section == origin }
      let into =
        self["insert"].filter { $0.section == place }.map(\.count)
        + self["move"].filter { $0.toSection == place }.map(\.count)
      countsAfter[place]! += into.reduce(0, +) - out.reduce(0) { $0 + $1.items.count }
    }
    var found: [Found] = []
    var named: [Named] = []
    for (name, section, item) in [
      ("insert", \Entry.section, \Entry.item), ("move", \Entry.toSection, \Entry.toItem),
    ] {
      for (entry, value) in self[name].enumerated() {
        for offset in 0..<value.count {
          let place = [value[keyPath: section], value[keyPath: item] + offset]
          if place[0] >= sections.count {
            found.append(Found(list: name, entry: entry, code: "section-out-of-range-after"))
          } else if let count = countsAfter[place[0]] {
            if place[1] >= count {
              found.append(Found(list: name, entry: entry, code: "item-out-of-range-after"))
            } else {
              named.append(Named(list: name, entry: entry, place: place))
            }
          } else {
            found.append(Found(list: name, entry: entry, code: "\(name)-into-inserted-section"))
            named.append(Named(list: name, entry: entry, place: place))
          }
        }
      }
    }
    return found
      + clashes(named) { first, second in
        switch (first, second) {
        case ("insert", "insert"): "duplicate-insert"
        case ("move", "move"): "moves-to-same"
        default: "insert-and-move-same"
        }
      }
  }
}
