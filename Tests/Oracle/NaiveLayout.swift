/// Every element of a valid snapshot, computed one by one in the plainest way from the
/// rules of docs/rules.md#geometry. Slow on purpose: it is what fast code is compared with.
///
/// Everything is laid out downwards first; `place` turns the result into final frames at the end.
public struct NaiveLayout: Sendable {
  /// The size of the content in points.
  public let contentWidth: Double
  public let contentHeight: Double
  /// The sections in order.
  public let sections: [NaiveSection]
  /// Every element in the order of docs/rules.md#order, special ones at rest among them.
  public let elements: [NaiveElement]

  /// Whether the content scrolls along x.
  public var isHorizontal: Bool { horizontal }

  /// The effect of the cells of each section, as it is given.
  let effects: [JSONValue?]
  let horizontal: Bool
  let rightToLeft: Bool
  let containerWidth: Double
  /// The colour of the background of the global headers.
  let backgroundColor: String?
  /// The elements and the frames of the sections before transposition and mirroring.
  let downwardElements: [NaiveElement]
  let downwardSections: [NaiveRect]

  /// Lays out a snapshot at a container width (its container height when scrolling is horizontal).
  /// The snapshot has to be valid: an invalid one stops the test.
  public init(snapshot: JSONValue, containerWidth: Double) {
    horizontal = snapshot["scrollDirection"]?.string == "horizontal"
    rightToLeft = snapshot["layoutDirection"]?.string == "rtl"
    self.containerWidth = containerWidth
    var parts = NaiveSectionParts.all(of: snapshot)
    var y = 0.0

    backgroundColor = snapshot["globalHeaderBackgroundColor"]?.string
    var globalHeaders = NaiveSupplementary.list(
      snapshot["globalHeaders"], kind: "globalHeader", section: nil, metrics: nil,
      horizontal: horizontal, containerWidth: containerWidth, y: &y)
    if let backgroundColor {
      for place in globalHeaders.indices { globalHeaders[place].zIndex = 10000 - min(place, 999) }
      if let background = NaiveElement.background(
        of: globalHeaders, from: 0, containerWidth: containerWidth, color: backgroundColor)
      {
        globalHeaders.insert(background, at: 0)
      }
    }
    let top = y
    for number in parts.indices {
      parts[number].layOut(containerWidth: containerWidth, horizontal: horizontal, y: &y)
    }
    let length = max(y, snapshot["minimumContentLength"]?.double ?? 0)
    let isHorizontal = self.horizontal
    let fillers = parts.indices.filter { parts[$0].isFiller(horizontal: isHorizontal) }
    if length > y, !fillers.isEmpty {
      let part = (length - y) / Double(fillers.count)
      y = top
      for number in parts.indices {
        parts[number].layOut(
          containerWidth: containerWidth, horizontal: horizontal,
          part: fillers.contains(number) ? part : 0, y: &y)
      }
    }
    NaiveSectionParts.addSectionSeparators(to: &parts, containerWidth: containerWidth)
    for number in parts.indices { parts[number].addBackgroundAndShelves() }

    downwardElements = globalHeaders + parts.flatMap(\.elements)
    downwardSections = parts.map(\.frame)
    effects = parts.map(\.metrics.effect)
    (contentWidth, contentHeight) = horizontal ? (length, containerWidth) : (containerWidth, length)

    let (horizontal, rightToLeft, contentWidth) = (horizontal, rightToLeft, contentWidth)
    func place(_ frame: NaiveRect) -> NaiveRect {
      Self.place(
        frame, horizontal: horizontal, rightToLeft: rightToLeft, contentWidth: contentWidth)
    }
    elements = downwardElements.map { element in
      var element = element
      element.frame = place(element.frame)
      return element
    }
    sections = parts.map { part in
      NaiveSection(
        frame: place(part.frame), id: part.section["id"]?.string, engine: part.metrics.engine,
        itemCount: part.items.count, estimatedCount: part.estimatedCount,
        estimatedHeaderCount: part.elements.count { $0.category != "cell" && $0.isEstimated },
        meanSize: part.meanSize(horizontal: horizontal))
    }
  }

  /// How many items have an estimated size.
  public var estimatedCount: Int { sections.reduce(0) { $0 + $1.estimatedCount } }

  /// How many headers, footers and global headers have.
  public var estimatedHeaderCount: Int {
    elements.count { $0.category != "cell" && $0.isEstimated }
  }

  /// The final frame of a frame that was laid out downwards
  /// (docs/rules.md#scroll-direction, docs/rules.md#layout-direction).
  static func place(
    _ frame: NaiveRect, horizontal: Bool, rightToLeft: Bool, contentWidth: Double
  ) -> NaiveRect {
    var result = frame
    if horizontal {
      result = NaiveRect(x: frame.y, y: frame.x, width: frame.height, height: frame.width)
    }
    if rightToLeft { result.x = contentWidth - result.x - result.width }
    return result
  }
}

/// One section while it is being laid out.
struct NaiveSectionParts {
  let number: Int
  let section: JSONValue
  let metrics: NaiveMetrics
  let items: [NaiveItem]
  var frame = NaiveRect(x: 0, y: 0, width: 0, height: 0)
  /// What lies between its headers and its footers.
  var between = NaiveRect(x: 0, y: 0, width: 0, height: 0)
  /// The lines, rows or segments of its items, as wide as the items may be.
  var lines: [NaiveRect] = []
  /// Headers, the placeholder, cells, footers, row separators, column separators, section separators, the background,
  /// shelves.
  var elements: [NaiveElement] = []

  static func all(of snapshot: JSONValue) -> [NaiveSectionParts] {
    guard let sections = snapshot["sections"]?.array else {
      preconditionFailure("a snapshot has sections")
    }
    return sections.enumerated().map { number, section in
      NaiveSectionParts(
        number: number, section: section,
        metrics: NaiveMetrics(snapshot: snapshot, section: section),
        items: NaiveItem.list(snapshot: snapshot, section: section))
    }
  }

  /// What it shows in place of items.
  private var placeholder: JSONValue? { items.isEmpty ? section["placeholder"] : nil }

  /// Whether it takes a part of what the content lacks (docs/rules.md#minimum-content-length).
  func isFiller(horizontal: Bool) -> Bool {
    if let placeholder { return placeholder[horizontal ? "width" : "height"] == nil }
    return items.count == 1 && metrics.engine == "column" && metrics.fillsRemainder
  }

  /// Headers, inset.top, the placeholder or items, inset.bottom, footers (docs/rules.md#stacking).
  ///
  /// - Parameter part: What it takes of what the content lacks.
  mutating func layOut(
    containerWidth: Double, horizontal: Bool, part: Double = 0, y: inout Double
  ) {
    let minY = y
    let headers = NaiveSupplementary.list(
      section["headers"], kind: "header", section: number, metrics: metrics,
      horizontal: horizontal, containerWidth: containerWidth, y: &y)
    let itemsTop = y
    y += metrics.inset.top
    var shown: [NaiveElement] = []
    if let placeholder {
      shown = NaiveSupplementary.placeholder(
        placeholder, section: number, metrics: metrics, horizontal: horizontal,
        containerWidth: containerWidth, part: part, y: &y)
    }
    var items = items
    if part > 0, !items.isEmpty { items[0].height = (items[0].height ?? metrics.rowHeight) + part }
    let body = NaiveBody(
      items: items, metrics: metrics, containerWidth: containerWidth, top: y)
    y = body.bottom + metrics.inset.bottom
    between = NaiveRect(x: 0, y: itemsTop, width: containerWidth, height: y - itemsTop)
    lines = body.lines
    let footers = NaiveSupplementary.list(
      section["footers"], kind: "footer", section: number, metrics: metrics,
      horizontal: horizontal, containerWidth: containerWidth, y: &y)
    frame = NaiveRect(x: 0, y: minY, width: containerWidth, height: y - minY)
    elements = headers + shown + body.cells.enumerated().map(cell) + footers
    elements += separators("rowSeparator", body.rowSeparators)
    elements += separators("columnSeparator", body.columnSeparators)
  }

  var estimatedCount: Int {
    NaiveEngine.named(metrics.engine).readsSizes ? items.count(where: \.isEstimated) : 0
  }

  /// As the snapshot names width and height.
  func meanSize(horizontal: Bool) -> JSONValue? {
    guard estimatedCount > 0, var mean = naiveMean(items, metrics) else { return nil }
    if horizontal { mean = mean.transposed }
    var size: JSONValue = [:]
    size["width"] = mean.width.map(JSONValue.number)
    size["height"] = mean.height.map(JSONValue.number)
    return size
  }

  private func cell(index: Int, cell: NaiveBody.Cell) -> NaiveElement {
    var element = NaiveElement(
      category: "cell", section: number, index: index, frame: cell.frame)
    element.columnIndex = cell.column
    element.isEstimated =
      items[index].isEstimated && NaiveEngine.named(metrics.engine).readsSizes
    element.members = items[index].attributes
    let own = items[index].attributes
    func text(_ name: String) -> String? {
      let value = zip(NaiveMember.all, own).first { $0.0.name == name }!.1.string!
      return value.isEmpty ? nil : value
    }
    element.backgroundColor = text("backgroundColor") ?? metrics.backgroundColor
    element.selectedBackgroundColor =
      text("selectedBackgroundColor") ?? metrics.selectedBackgroundColor
    element.zIndex += Int(zip(NaiveMember.all, own).first { $0.0.name == "zIndex" }!.1.double!)
    element.padding = metrics.padding
    return element
  }

  private func separators(
    _ kind: String, _ separators: [NaiveBody.Separator]
  ) -> [NaiveElement] {
    separators.map { separator in
      var element = NaiveElement(
        category: "decoration", kind: kind, section: number, index: separator.index,
        frame: separator.frame)
      element.zIndex = 100
      element.color = metrics.separatorColor
      return element
    }
  }

  /// Adds the separators of docs/rules.md#section-separators.
  static func addSectionSeparators(
    to parts: inout [NaiveSectionParts], containerWidth: Double
  ) {
    let withItems = parts.indices.filter { !parts[$0].items.isEmpty }
    for (upper, lower) in zip(withItems, withItems.dropFirst()) {
      let lowerHasColor = parts[lower].metrics.sectionSeparatorColor != nil
      let metrics = parts[lowerHasColor ? lower : upper].metrics
      parts[lower].addSectionSeparator(
        index: 0, metrics: metrics, containerWidth: containerWidth)
    }
    if let last = withItems.last, parts[last].metrics.showsSectionSeparatorWhenLastSection {
      parts[last].addSectionSeparator(
        index: 1, metrics: parts[last].metrics, containerWidth: containerWidth)
    }
  }

  private mutating func addSectionSeparator(
    index: Int, metrics: NaiveMetrics, containerWidth: Double
  ) {
    guard let color = metrics.sectionSeparatorColor else { return }
    let thickness = min(metrics.separatorThickness, frame.height)
    let insets = metrics.sectionSeparatorInsets
    let y = index == 0 ? frame.y : frame.y + frame.height - thickness
    var element = NaiveElement(
      category: "decoration", kind: "sectionSeparator", section: number, index: index,
      frame: NaiveRect(
        x: insets.left, y: y, width: max(0, containerWidth - insets.left - insets.right),
        height: thickness))
    element.zIndex = 100
    element.color = color
    elements.append(element)
  }
}

/// Supplementary elements, stacked.
enum NaiveSupplementary {
  /// The elements of one array, `y` running through them. Hidden ones and those without extent take
  /// no room and are left out; the others keep their position in the array as their index.
  static func list(
    _ array: JSONValue?, kind: String, section: Int?, metrics: NaiveMetrics?, horizontal: Bool,
    containerWidth: Double, y: inout Double
  ) -> [NaiveElement] {
    var elements: [NaiveElement] = []
    var specialBefore = 0
    for (index, given) in (array?.array ?? []).enumerated() {
      let extent = extent(of: given, horizontal: horizontal)
      if extent == 0 || given["hidden"]?.bool == true { continue }
      var element = NaiveElement(
        category: "supplementary", kind: kind, section: section, index: index,
        frame: NaiveRect(x: 0, y: y, width: containerWidth, height: extent))
      element.pins = given["pin"]?.bool ?? false
      element.waits = given["waits"]?.bool ?? false
      element.zIndex = 1000
      if element.isSpecial {
        let highest = ["globalHeader": 10000, "header": 9000, "footer": 8000][kind]!
        element.zIndex = highest - min(specialBefore, 999)
        specialBefore += 1
      }
      element.backgroundColor = color("backgroundColor", of: given, or: metrics?.backgroundColor)
      element.selectedBackgroundColor = color(
        "selectedBackgroundColor", of: given, or: metrics?.selectedBackgroundColor)
      element.padding = given["padding"].map { NaiveInsets($0) }
      element.data = given["data"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      element.isEstimated = given["estimated"]?.bool ?? false
      elements.append(element)
      y += extent
    }
    return elements
  }

  /// The extent of an element, where an estimate of none is one of 44.
  static func extent(of given: JSONValue, horizontal: Bool) -> Double {
    given[horizontal ? "width" : "height"]?.double ?? (given["estimated"]?.bool == true ? 44 : 0)
  }

  /// The placeholder, unless it has an extent of 0. Without one it has the part that it takes.
  static func placeholder(
    _ given: JSONValue, section: Int, metrics: NaiveMetrics, horizontal: Bool,
    containerWidth: Double, part: Double, y: inout Double
  ) -> [NaiveElement] {
    let own = given[horizontal ? "width" : "height"]?.double
    if own == 0 { return [] }
    var element = NaiveElement(
      category: "supplementary", kind: "placeholder", section: section, index: 0,
      frame: NaiveRect(x: 0, y: y, width: containerWidth, height: own ?? part))
    element.zIndex = 2
    element.backgroundColor = color("backgroundColor", of: given, or: metrics.backgroundColor)
    element.selectedBackgroundColor = color(
      "selectedBackgroundColor", of: given, or: metrics.selectedBackgroundColor)
    element.padding = given["padding"].map { NaiveInsets($0) }
    element.data = given["data"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    y += own ?? part
    return [element]
  }

  /// An element's own colour, where null means none, or else the inherited one.
  private static func color(
    _ key: String, of given: JSONValue, or inherited: String?
  ) -> String? {
    guard let own = given[key] else { return inherited }
    return own.string
  }
}
