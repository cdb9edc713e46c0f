internal import JSONText
internal import LayoutCore

/// What an engine makes of one extent of the items of a section.
private struct ExtentReading {
  let isRead: Bool
  let isRequired: Bool
  /// The extent that stands where none is given.
  let substitute: Double

  init(_ rule: ExtentRule, _ values: MetricsValues) {
    isRead = rule.isRead
    isRequired = rule.isRequired
    substitute = rule.substitute(values)
  }
}

/// What an engine makes of the width and the height that a snapshot gives, in the snapshot's own words.
private struct SizeRule {
  let width: ExtentReading
  let height: ExtentReading
  let isHorizontal: Bool
  let engine: Engine

  init(_ metrics: ResolvedMetrics, isHorizontal: Bool) {
    let rules = metrics.rules
    engine = rules.engine
    let across = ExtentReading(rules.across, metrics.values)
    let along = ExtentReading(rules.along, metrics.values)
    self.isHorizontal = isHorizontal
    width = isHorizontal ? along : across
    height = isHorizontal ? across : along
  }

  func items(count: Int, widths: Extents, heights: Extents) -> Items {
    let widths = width.isRead ? widths : .uniform(0)
    let heights = height.isRead ? heights : .uniform(0)
    return isHorizontal
      ? Items(count: count, widths: heights, heights: widths)
      : Items(count: count, widths: widths, heights: heights)
  }
}

extension SnapshotDecoder {
  /// Reads the items of a section, in any of their forms. O(items that are listed)
  mutating func items(_ element: JSONElement, metrics: ResolvedMetrics) -> Items {
    let rule = SizeRule(metrics, isHorizontal: isHorizontal)
    let items =
      switch document.type(of: element) {
      case .number: countedItems(element, count: element, width: nil, height: nil, rule)
      case .array: listedItems(element, rule)
      case .object: describedItems(element, rule)
      case .string, .boolean, .null:
        refusedItems(element, .wrongType, "must be a number, an array or an object")
      }
    // Both numbers are at most 2⁵³, so the sum has room.
    itemCount += items.count
    guard itemCount <= limits.items else {
      itemCount = limits.items
      return refusedItems(element, .tooMany, "makes more than \(limits.items) items in all")
    }
    return items
  }

  private mutating func refusedItems(
    _ element: JSONElement, _ code: Problem.Code, _ detail: String
  ) -> Items {
    fault(element, code, detail)
    return Items(count: 0, widths: .uniform(0), heights: .uniform(0))
  }

  private mutating func refusedItems(
    _ element: JSONElement, missing member: String, _ detail: String
  ) -> Items {
    fault(element, missing: member, detail)
    return Items(count: 0, widths: .uniform(0), heights: .uniform(0))
  }

  /// Whether so many more items may be listed one by one.
  private mutating func mayList(_ count: Int, _ element: JSONElement) -> Bool {
    explicitItemCount += count
    if explicitItemCount <= limits.explicitItems { return true }
    explicitItemCount -= count
    fault(
      element, .tooMany,
      "makes more than \(limits.explicitItems) items that are listed one by one", limit: .items)
    return false
  }

  // MARK: What is not read

  /// Notes a size, or a list of them, that the engine does not read.
  private mutating func note(_ element: JSONElement, _ extent: ExtentReading, _ rule: SizeRule) {
    if !extent.isRead { note(unread: element, "is not read by the engine \(rule.engine.rawValue)") }
  }

  /// Notes a list of sizes with extents that the engine does not read.
  private mutating func note(
    _ list: JSONElement, _ rule: SizeRule, hasWidths: Bool, hasHeights: Bool
  ) {
    let unread = [
      hasWidths && !rule.width.isRead ? "widths" : nil,
      hasHeights && !rule.height.isRead ? "heights" : nil,
    ].compactMap(\.self)
    if !unread.isEmpty {
      let names = unread.joined(separator: " and ")
      note(unread: list, "has \(names), which the engine \(rule.engine.rawValue) does not read")
    }
  }

  // MARK: Equal items

  private mutating func countedItems(
    _ items: JSONElement, count: JSONElement, width: JSONElement?, height: JSONElement?,
    _ rule: SizeRule
  ) -> Items {
    if let width { note(width, rule.width, rule) }
    if let height { note(height, rule.height, rule) }
    let width = width.map { extent($0) ?? 0 }
    let height = height.map { extent($0) ?? 0 }
    guard let count = integer(count, in: 0...limits.items) else {
      return rule.items(count: 0, widths: .uniform(0), heights: .uniform(0))
    }
    if count > 0 {
      if rule.width.isRequired, width == nil { lacks("width", items, rule) }
      if rule.height.isRequired, height == nil { lacks("height", items, rule) }
    }
    return rule.items(
      count: count, widths: .uniform(width ?? rule.width.substitute),
      heights: .uniform(height ?? rule.height.substitute))
  }

  private mutating func lacks(_ member: String, _ element: JSONElement, _ rule: SizeRule) {
    let need = "the items of a \(rule.engine.rawValue) need it"
    if document.type(of: element) == .object {
      fault(element, missing: member, "is missing, \(need)")
    } else {
      fault(element, .missing, "must say the \(member) too, \(need)")
    }
  }

  private mutating func describedItems(_ element: JSONElement, _ rule: SizeRule) -> Items {
    var count: JSONElement?
    var width: JSONElement?
    var height: JSONElement?
    var widths: JSONElement?
    var heights: JSONElement?
    if var members = object(element, ItemsKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .count: count = value
        case .width: width = value
        case .height: height = value
        case .widths: widths = value
        case .heights: heights = value
        }
      }
    }
    if widths != nil || heights != nil {
      for misplaced in [count, width, height].compactMap({ $0 }) {
        fault(misplaced, .notAllowed, "cannot stand beside widths or heights")
      }
      if let widths { note(widths, rule.width, rule) }
      if let heights { note(heights, rule.height, rule) }
      return columnItems(element, widths: widths, heights: heights, rule)
    }
    guard let count else {
      return refusedItems(element, missing: "count", "is missing; or give widths and heights")
    }
    return countedItems(element, count: count, width: width, height: height, rule)
  }

  // MARK: One size each, in columns

  private mutating func columnItems(
    _ items: JSONElement, widths: JSONElement?, heights: JSONElement?, _ rule: SizeRule
  ) -> Items {
    if lists != nil { return cutColumns(items, widths: widths, heights: heights, rule) }
    let count = document.count(of: widths ?? heights ?? items)
    if let widths, let heights, document.type(of: widths) == .array,
      document.type(of: heights) == .array, document.count(of: heights) != count
    {
      let heightCount = document.count(of: heights)
      return refusedItems(
        heights, .notAllowed, "has \(heightCount) numbers, widths has \(count)")
    }
    guard mayList(count, items) else {
      return rule.items(count: 0, widths: .uniform(0), heights: .uniform(0))
    }
    if count > 0 {
      if rule.width.isRequired, widths == nil { lacks("widths", items, rule) }
      if rule.height.isRequired, heights == nil { lacks("heights", items, rule) }
    }
    let widthExtents = extents(widths, count: count, rule.width)
    let heightExtents = extents(heights, count: count, rule.height)
    guard faults.isEmpty, !isStopped else {
      return rule.items(count: 0, widths: .uniform(0), heights: .uniform(0))
    }
    return rule.items(count: count, widths: widthExtents, heights: heightExtents)
  }

  private mutating func extents(
    _ element: JSONElement?, count: Int, _ rule: ExtentReading
  ) -> Extents {
    guard let element else { return .uniform(rule.substitute) }
    guard var elements = array(element) else { return .uniform(0) }
    var extents: [Double] = []
    if rule.isRead { extents.reserveCapacity(count) }
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      guard let extent = extent(element) else { continue }
      // −0 is 0, so that no list has to be made a second time for it.
      if rule.isRead { extents.append(extent + 0) }
    }
    return rule.isRead ? .explicit(extents) : .uniform(0)
  }

  // MARK: One size each, in rows

  private mutating func listedItems(_ element: JSONElement, _ rule: SizeRule) -> Items {
    if lists != nil { return cutItems(element, rule) }
    let count = document.count(of: element)
    var widths: [Double] = []
    var heights: [Double] = []
    guard mayList(count, element), var rows = array(element) else {
      return rule.items(count: 0, widths: .uniform(0), heights: .uniform(0))
    }
    if rule.width.isRead { widths.reserveCapacity(count) }
    if rule.height.isRead { heights.reserveCapacity(count) }
    var (hasWidths, hasHeights) = (false, false)
    while goesOn, let row = document.next(&rows) {
      take(DecodingCost.member)
      let size = size(row, rule, &hasWidths, &hasHeights)
      if rule.width.isRead { widths.append(size.width) }
      if rule.height.isRead { heights.append(size.height) }
    }
    guard faults.isEmpty, !isStopped else {
      return rule.items(count: 0, widths: .uniform(0), heights: .uniform(0))
    }
    note(element, rule, hasWidths: hasWidths, hasHeights: hasHeights)
    return rule.items(
      count: count, widths: rule.width.isRead ? .explicit(widths) : .uniform(0),
      heights: rule.height.isRead ? .explicit(heights) : .uniform(0))
  }

  /// One item's size in the snapshot's own words.
  private mutating func size(
    _ row: JSONElement, _ rule: SizeRule, _ hasWidths: inout Bool, _ hasHeights: inout Bool
  ) -> Size {
    var width: Double?
    var height: Double?
    if var members = object(row, SizeKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .width: width = extent(value) ?? 0
        case .height: height = extent(value) ?? 0
        }
      }
      hasWidths = hasWidths || width != nil
      hasHeights = hasHeights || height != nil
      if rule.width.isRequired, width == nil { lacks("width", row, rule) }
      if rule.height.isRequired, height == nil { lacks("height", row, rule) }
    }
    return Size(
      width: (width ?? rule.width.substitute) + 0, height: (height ?? rule.height.substitute) + 0)
  }

  // MARK: Lists that have been cut out of the text. A fault has no words: the whole text is read again to find them.

  private mutating func cutItems(_ element: JSONElement, _ rule: SizeRule) -> Items {
    guard let sizes = lists?.takeItems(), mayList(sizes.widths.count, element) else {
      return refusedItems(element, .outOfRange, "")
    }
    note(
      element, rule,
      hasWidths: !rule.width.isRead && sizes.widths.contains { !$0.isNaN },
      hasHeights: !rule.height.isRead && sizes.heights.contains { !$0.isNaN })
    return rule.items(
      count: sizes.widths.count,
      widths: cutExtents(sizes.widths, lacks: sizes.lacks, element, rule.width),
      heights: cutExtents(sizes.heights, lacks: sizes.lacks, element, rule.height))
  }

  private mutating func cutColumns(
    _ items: JSONElement, widths: JSONElement?, heights: JSONElement?, _ rule: SizeRule
  ) -> Items {
    let elements = [widths, heights].compactMap(\.self)
    let widthList = widths == nil ? nil : lists?.takeWidths()
    let heightList = heights == nil ? nil : lists?.takeHeights()
    let counts = [widthList?.count, heightList?.count].compactMap(\.self)
    guard elements.allSatisfy({ document.type(of: $0) == .array }), counts.count == elements.count,
      let count = counts.first, counts.last == count, mayList(count, items)
    else { return refusedItems(items, .outOfRange, "") }
    return rule.items(
      count: count, widths: cutExtents(widthList, lacks: false, items, rule.width),
      heights: cutExtents(heightList, lacks: false, items, rule.height))
  }

  /// The extents of a list in which NaN stands for none, if it `lacks` some; nil is a list of none.
  private mutating func cutExtents(
    _ list: [Double]?, lacks: Bool, _ items: JSONElement, _ rule: ExtentReading
  ) -> Extents {
    guard rule.isRead else { return .uniform(0) }
    if let list, !lacks || !list.contains(where: \.isNaN) { return .explicit(list) }
    if rule.isRequired { fault(items, .missing, "") }
    let extents = list?.map { $0.isNaN ? rule.substitute : $0 }
    return extents.map { .explicit($0) } ?? .uniform(rule.substitute)
  }
}
