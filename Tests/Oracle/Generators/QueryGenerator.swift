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

extension StepGenerator {
  /// A place in a layout, and questions about scrolling that may be asked there: `bounds`, `inset`, a `point` and an
  /// `item`, and the members of a `target`, a `window` and a `reorder` beside the bounds and the inset.
  mutating func place(in layout: NaiveLayout) -> JSONValue {
    let (bounds, inset) = scrollPosition(in: layout)
    let cells = layout.elements.filter { $0.category == "cell" }
    let visible = cells.filter { bounds.contains(element: $0.frame) }
    let headers = layout.elements.filter { $0.kind == "header" }
    var place: JSONValue = ["bounds": bounds.json, "inset": inset.json]
    place["point"] = point(layout)
    place["item"] = path(of: random.chance(0.5) ? visible : cells)
    place["target"] = target(in: layout, bounds, visible, headers)
    place["window"] = window(in: layout, bounds)
    place["reorder"] = ["item": path(of: visible), "point": point(layout)]
    if random.chance(0.6) { place["reorder"]!["target"] = path(of: cells) }
    return place
  }

  private mutating func point(_ layout: NaiveLayout) -> JSONValue {
    let point = snapshots.point(in: layout)
    return ["x": .number(point.x), "y": .number(point.y)]
  }

  /// One of the cells, or hardly ever an item that is none.
  private mutating func path(of cells: [NaiveElement]) -> JSONValue {
    guard random.chance(0.97), let cell = cells.randomElement(using: &random) else {
      let (section, item) = (random.int(0...20), random.int(0...500))
      return ["section": .number(Double(section)), "item": .number(Double(item))]
    }
    return ["section": .number(Double(cell.section!)), "item": .number(Double(cell.index))]
  }

  private mutating func velocity() -> JSONValue {
    let speeds: [JSONValue] = [0, -300, 250, 900, -4000]
    return ["x": random.one(of: speeds), "y": random.one(of: speeds)]
  }

  /// Bounds not far from others, or anywhere.
  private mutating func other(_ bounds: NaiveRect, in layout: NaiveLayout) -> NaiveRect {
    if random.chance(0.3) { return scrollPosition(in: layout).bounds }
    let distance = random.double(-300...300)
    var bounds = bounds
    bounds.x += layout.isHorizontal ? distance : 0
    bounds.y += layout.isHorizontal ? 0 : distance
    return bounds
  }

  private mutating func target(
    in layout: NaiveLayout, _ bounds: NaiveRect, _ visible: [NaiveElement],
    _ headers: [NaiveElement]
  ) -> JSONValue {
    var target: JSONValue = [:]
    let proposed = other(bounds, in: layout)
    switch random.int(0...5) {
    case 0:
      target["snap"] = "nearest"
      target["proposed"] = ["x": .number(proposed.x), "y": .number(proposed.y)]
    case 1:
      target["page"] = .number(random.one(of: [320, 1, 700.5, random.double(1...900)]))
      target["proposed"] = ["x": .number(proposed.x), "y": .number(proposed.y)]
      if random.chance(0.7) { target["velocity"] = velocity() }
    case 2:
      target["keep"] = random.one(of: ["first", "end", path(of: visible)])
      target["previous"] = other(bounds, in: layout).json
      let extent = JSONValue.number(random.double(60...500))
      switch random.int(0...3) {
      case 0: target["previousExtent"] = extent
      case 1: target["previous"]![layout.isHorizontal ? "height" : "width"] = extent
      default: break
      }
      if random.chance(0.5) { target["previousInset"] = scrollPosition(in: layout).inset.json }
    case 3 where !headers.isEmpty:
      let header = random.one(of: headers)
      target["header"] = [
        "section": .number(Double(header.section!)), "index": .number(Double(header.index)),
      ]
    default: target["item"] = path(of: visible)
    }
    if target["item"] != nil || target["header"] != nil, random.chance(0.8) {
      target["position"] = random.one(of: ["start", "center", "end", "nearest"])
    }
    return target
  }

  private mutating func window(in layout: NaiveLayout, _ bounds: NaiveRect) -> JSONValue {
    var window: JSONValue = [:]
    if random.chance(0.8) {
      window["previous"] = other(bounds, in: layout).json
      if random.chance(0.6) { window["previousVelocity"] = velocity() }
    }
    if random.chance(0.7) { window["velocity"] = velocity() }
    if random.chance(0.5) { window["ahead"] = random.one(of: [0, 0.5, 1, 2.5]) }
    if random.chance(0.3) { window["speed"] = random.one(of: [0, 1, 50]) }
    return window
  }
}

extension NaiveRect {
  fileprivate var json: JSONValue {
    [
      "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
  }
}

extension NaiveInsets {
  fileprivate var json: JSONValue {
    [
      "top": .number(top), "left": .number(left), "bottom": .number(bottom),
      "right": .number(right),
    ]
  }
}
