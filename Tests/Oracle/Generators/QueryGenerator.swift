extension SnapshotGenerator {
  /// A rectangle with area: in, across, outside or around the content; tiny, thin, huge; or with
  /// edges exactly those of an element.
  public mutating func rectangle(in layout: NaiveLayout) -> NaiveRect {
    switch random.int(0...9) {
    case 0...3: touchingElement(of: layout)
    case 4: around(layout)
    case 5: thin(in: layout)
    case 6:
      sized(random.one(of: [0.001, 1e-9, 1]), random.one(of: [0.001, 1]), in: layout)
    case 7: outside(layout)
    default:
      sized(random.double(1...600), random.double(1...1200), in: layout)
    }
  }

  /// A visible rectangle with the insets that cover it: at rest, beyond either end, tiny, or so
  /// that an edge meets that of a section or a pinning element.
  public mutating func scrollPosition(
    in layout: NaiveLayout
  ) -> (bounds: NaiveRect, inset: NaiveInsets) {
    let (width, height) = (layout.contentWidth, layout.contentHeight)
    var bounds = NaiveRect(x: 0, y: 0, width: 0, height: 0)
    // Most clients show the whole breadth and a screen's length.
    let length: Double = random.one(of: [1, 30, 320, 640, 844, 1366])
    if layout.isHorizontal {
      bounds.width = length
      bounds.height = random.chance(0.8) ? max(height, 1) : random.double(1...500)
      bounds.x = random.double(-length...max(0, width) + length)
    } else {
      bounds.width = random.chance(0.8) ? max(width, 1) : random.double(1...500)
      bounds.height = length
      bounds.y = random.double(-length...max(0, height) + length)
    }
    let edges = layout.sections.map(\.frame) + layout.elements.filter(\.isSpecial).map(\.frame)
    if random.chance(0.3), let frame = edges.randomElement(using: &random) {
      bounds.x = layout.isHorizontal ? frame.x + Nearby.offset(using: &random) : bounds.x
      bounds.y = layout.isHorizontal ? bounds.y : frame.y + Nearby.offset(using: &random)
    }
    if random.chance(0.1) { bounds = rectangle(in: layout) }
    var inset = NaiveInsets()
    if random.chance(0.5) {
      let values = [0, 20, 47, 91.5, random.chance(0.1) ? 2000 : 34]
      inset = NaiveInsets(
        top: random.one(of: values), left: random.one(of: values),
        bottom: random.one(of: values), right: random.one(of: values))
    }
    return (bounds, inset)
  }

  /// A point, often on a corner or in the middle of an element.
  public mutating func point(in layout: NaiveLayout) -> NaivePoint {
    guard random.chance(0.6), let element = layout.elements.randomElement(using: &random) else {
      return NaivePoint(
        x: random.double(-10...layout.contentWidth + 10),
        y: random.double(-10...layout.contentHeight + 10))
    }
    let shares = [0, 0.5, 1, random.double(0...1)]
    return NaivePoint(
      x: element.x + element.width * random.one(of: shares),
      y: element.y + element.height * random.one(of: shares))
  }

  private mutating func sized(
    _ width: Double, _ height: Double, in layout: NaiveLayout
  ) -> NaiveRect {
    NaiveRect(
      x: random.double(-width...layout.contentWidth),
      y: random.double(-height...layout.contentHeight), width: width, height: height)
  }

  private mutating func touchingElement(of layout: NaiveLayout) -> NaiveRect {
    guard let element = layout.elements.randomElement(using: &random) else {
      return around(layout)
    }
    var frame = element.frame
    frame.width = max(frame.width, 0.5)
    frame.height = max(frame.height, 0.5)
    switch random.int(0...5) {
    case 0: break
    case 1: frame.x += element.width
    case 2: frame.y += element.height
    case 3: frame.x -= frame.width
    case 4: frame.y -= frame.height
    default:
      frame.x = 0
      frame.width = max(layout.contentWidth, 1)
    }
    return frame
  }

  private mutating func around(_ layout: NaiveLayout) -> NaiveRect {
    let margin = random.one(of: [0, 1, 1e9])
    return NaiveRect(
      x: -margin, y: -margin, width: max(layout.contentWidth, 1) + 2 * margin,
      height: max(layout.contentHeight, 1) + 2 * margin)
  }

  private mutating func thin(in layout: NaiveLayout) -> NaiveRect {
    random.chance(0.5)
      ? sized(0.01, max(layout.contentHeight, 1), in: layout)
      : sized(max(layout.contentWidth, 1), 0.01, in: layout)
  }

  private mutating func outside(_ layout: NaiveLayout) -> NaiveRect {
    let (right, bottom) = (layout.contentWidth, layout.contentHeight)
    return random.one(of: [
      NaiveRect(x: -50, y: 0, width: 50, height: 100),
      NaiveRect(x: right, y: 0, width: 50, height: 100),
      NaiveRect(x: 0, y: -50, width: 100, height: 50),
      NaiveRect(x: 0, y: bottom, width: 100, height: 50),
      NaiveRect(x: right - 10, y: bottom - 10, width: 50, height: 50),
      NaiveRect(x: 1e12, y: 1e12, width: 1, height: 1),
    ])
  }
}
