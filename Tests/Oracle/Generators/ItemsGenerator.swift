/// Makes the items of one section in any form of docs/rules.md#items.
struct ItemsGenerator: Sendable {
  let metrics: NaiveMetrics
  let containerWidth: Double
  let horizontal: Bool

  private typealias Size = (width: Double, height: Double)

  mutating func items(using random: inout SplitMix64) -> JSONValue {
    let count = count(using: &random)
    let engine = NaiveEngine.named(metrics.engine)
    let heightIsNeeded = engine.needsAlong && count > 0
    let widthIsNeeded = engine.needsAcross && count > 0
    let sizes = sizes(count, using: &random)
    let places = engine.geometry.contains("x") ? places(count, using: &random) : nil
    let spans = engine.geometry.contains("span") ? spans(count, using: random.apart) : nil
    /// Writes where an item stands.
    func place(_ item: Int, in row: inout JSONValue) {
      if let spans {
        if spans[item].span != 1 { row["span"] = spans[item].span }
        if spans[item].column != .null { row["columnIndex"] = spans[item].column }
      }
      guard let places else { return }
      if places[item].x != 0 { row[name("x")] = .number(places[item].x) }
      if places[item].y != 0 { row[name("y")] = .number(places[item].y) }
    }
    switch random.int(0...3) {
    case 0 where !heightIsNeeded:
      return .number(Double(count))
    case 0, 1:
      var items: JSONValue = ["count": .number(Double(count))]
      let size = sizes.first ?? (10, 10)
      if widthIsNeeded || random.chance(0.6) { items[name("width")] = .number(size.width) }
      if count > 0 { place(0, in: &items) }
      if heightIsNeeded || random.chance(0.6) { items[name("height")] = .number(size.height) }
      return items
    case 2:
      let presence = random.one(of: [1, 1, 0.8])
      return .array(
        sizes.enumerated().map { number, size in
          var item: JSONValue = [:]
          place(number, in: &item)
          if widthIsNeeded || random.chance(presence) {
            item[name("width")] = .number(size.width)
          }
          if heightIsNeeded || random.chance(presence) {
            item[name("height")] = .number(size.height)
          }
          return item
        })
    default:
      var items: JSONValue = [:]
      let choice = random.int(0...3)
      let heightsAlone = choice == 0 && !widthIsNeeded
      let widthsAlone = choice == 1 && !heightIsNeeded
      if !heightsAlone {
        items[name("widths")] = .array(sizes.map { .number($0.width) })
      }
      if !widthsAlone {
        items[name("heights")] = .array(sizes.map { .number($0.height) })
      }
      if let spans {
        items["span"] = .array(spans.map(\.span))
        items["columnIndex"] = .array(spans.map(\.column))
      }
      if let places {
        items[name("x")] = .array(places.map { $0.x == 0 ? .null : .number($0.x) })
        items[name("y")] = .array(places.map { .number($0.y) })
      }
      return items
    }
  }

  /// The snapshot's name of a member of the vertical layout.
  private func name(_ key: String) -> String {
    guard horizontal else { return key }
    return [
      "width": "height", "height": "width", "widths": "heights", "heights": "widths", "x": "y",
      "y": "x",
    ][key]!
  }

  /// Where items stand that say so: everywhere, at few places, or in order.
  private func places(
    _ count: Int, using random: inout SplitMix64
  ) -> [(x: Double, y: Double)] {
    let style = random.int(0...3)
    let few: [Double] = [0, 0, 10, random.double(0...500)]
    let extent = Double(count) * random.one(of: [0, 1, 20])
    return (0..<count).map { item in
      switch style {
      case 0: (random.one(of: few), random.one(of: few))
      case 1: (random.double(0...10), Double(item) * 30)
      case 2: (Double(item % 4) * 70, Double(count - item) * 12.5)
      default: (random.double(0...containerWidth * 1.2), random.double(0...extent))
      }
    }
  }

  /// The spans and the columns that items of a waterfall say; nil if they say none.
  private func spans(
    _ count: Int, using apart: SplitMix64
  ) -> [(span: JSONValue, column: JSONValue)]? {
    var random = apart
    let style = random.int(0...7)
    if style < 3 { return nil }
    let spans: [JSONValue] = style == 3 ? [random.one(of: [2, 3])] : [1, 1, 1, 2, 2, 3, 5, "all"]
    let columns: [JSONValue] = style < 6 ? [.null] : [.null, .null, 0, 1, 2, 3, 9]
    let spansAreSaid = style != 7
    return (0..<count).map { _ in
      (spansAreSaid ? random.one(of: spans) : 1, random.one(of: columns))
    }
  }

  private func count(using random: inout SplitMix64) -> Int {
    switch random.int(0...24) {
    case 0...2: 0
    case 3, 4: 1
    case 5, 6: random.int(2...4)
    case 7: random.int(300...2000)
    default: random.int(3...60)
    }
  }

  private func sizes(_ count: Int, using random: inout SplitMix64) -> [Size] {
    let few: [Double] = [random.double(1...120), random.one(of: [0, 20, 50]), 33.25]
    let exact = exactFit(using: &random)
    let style = random.int(0...8)
    var sizes = (0..<count).map { _ -> Size in
      switch style {
      case 0: (few[0], few[2])
      case 1: (random.one(of: few), random.one(of: few))
      case 2: (few[0], random.double(0...150))
      case 3: (exact, few[0])
      case 4: (max(0, exact + Nearby.offset(using: &random)), random.one(of: few))
      case 5: (random.double(0...300), 40 + Nearby.offset(using: &random))
      case 6: (0, random.one(of: [0, 0, 10]))
      default: (random.double(1...150), random.double(0...150))
      }
    }
    if style == 1 || style == 8 { fillLinesExactly(&sizes, using: &random) }
    if random.chance(0.2) { makeSomeExtreme(&sizes, using: &random) }
    return sizes
  }

  private var available: Double {
    max(0, containerWidth - metrics.inset.left - metrics.inset.right)
  }

  /// A width of which a whole number fills a line to within the tolerance.
  private func exactFit(using random: inout SplitMix64) -> Double {
    let perLine = Double(random.int(1...7))
    let width = (available - (perLine - 1) * metrics.interitemSpacing) / perLine
    return max(0, width + Nearby.offset(using: &random))
  }

  /// Makes every third item or so as wide as fills its line to within the tolerance.
  private func fillLinesExactly(_ sizes: inout [Size], using random: inout SplitMix64) {
    var used = 0.0
    for index in sizes.indices {
      let rest = available - used - (used > 0 ? metrics.interitemSpacing : 0)
      if rest > 0 && random.chance(0.3) {
        sizes[index].width = max(0, rest + Nearby.offset(using: &random))
        used = 0
      } else {
        used += sizes[index].width + (used > 0 ? metrics.interitemSpacing : 0)
        if used > available { used = sizes[index].width }
      }
    }
  }

  /// Giants, items wider than the container, zeros, and values a hair's breadth off.
  private func makeSomeExtreme(_ sizes: inout [Size], using random: inout SplitMix64) {
    for _ in 0..<random.int(1...3) {
      guard let index = sizes.indices.randomElement(using: &random) else { return }
      switch random.int(0...4) {
      case 0: sizes[index].height = 100 * (sizes[index].height + 10)
      case 1: sizes[index].width = containerWidth * random.one(of: [1, 1.5, 10])
      case 2: sizes[index].width = 0
      case 3: sizes[index].height = 0
      default:
        sizes[index].width = max(0, sizes[index].width + Nearby.offset(using: &random))
        sizes[index].height = max(0, sizes[index].height + Nearby.offset(using: &random))
      }
    }
  }
}
