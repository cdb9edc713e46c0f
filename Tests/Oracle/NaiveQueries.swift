extension NaiveLayout {
  /// The elements that are not special and meet a rectangle, in order, found by looking at every one
  /// (docs/rules.md#overlap, docs/rules.md#order).
  public func elements(in rectangle: NaiveRect) -> [NaiveElement] {
    elements.filter { !$0.isSpecial && $0.isSeen(in: rectangle, at: $0.frame) }
  }

  /// The special elements whose frame meets the bounds, where they then are, in order
  /// (docs/rules.md#special-elements).
  public func special(
    bounds: NaiveRect, inset: NaiveInsets = NaiveInsets()
  ) -> [NaiveElement] {
    specialElements(bounds: bounds, inset: inset).filter { bounds.contains(element: $0.frame) }
  }

  /// Every special element where it is at a scroll position, in view or not, in order.
  public func specialElements(
    bounds: NaiveRect, inset: NaiveInsets = NaiveInsets()
  ) -> [NaiveElement] {
    let span = downwardSpan(bounds: bounds, inset: inset)
    var low = span.first
    var globalHeaders = downwardElements.filter { $0.kind == "globalHeader" }
    for place in globalHeaders.indices where globalHeaders[place].pins {
      guard globalHeaders[place].y < low else { continue }
      globalHeaders[place] = globalHeaders[place].moved(to: low)
      low += globalHeaders[place].height
    }
    var high = span.first
    for place in globalHeaders.indices.reversed() where globalHeaders[place].waits {
      let header = globalHeaders[place]
      if header.y + header.height < high {
        globalHeaders[place] = header.moved(to: high - header.height)
      }
      high = min(high, globalHeaders[place].y)
    }
    var moved = globalHeaders.filter(\.isSpecial)
    if let backgroundColor,
      let background = NaiveElement.background(
        of: globalHeaders, from: downwardSpan(bounds: bounds, inset: NaiveInsets()).first,
        containerWidth: containerWidth, color: backgroundColor)
    {
      moved.insert(background, at: 0)
    }

    for number in downwardSections.indices {
      let section = downwardSections[number]
      let headers = pinning("header", section: number)
      for (i, header) in headers.enumerated() {
        let pushedAt = section.y + section.height - extent(headers[i...])
        moved.append(
          header.moved(to: max(header.y, min(low + extent(headers[..<i]), pushedAt))))
      }
      let footers = pinning("footer", section: number)
      let allHeaders = downwardElements.filter { $0.kind == "header" && $0.section == number }
      for (i, footer) in footers.enumerated() {
        let highest = section.y + extent(allHeaders[...]) + extent(footers[..<i])
        moved.append(
          footer.moved(to: min(footer.y, max(span.last - extent(footers[i...]), highest))))
      }
    }

    return moved.map { element in
      var element = element
      element.frame = Self.place(
        element.frame, horizontal: horizontal, rightToLeft: rightToLeft,
        contentWidth: contentWidth)
      return element
    }
  }

  /// The topmost element at a point: highest zIndex, then last in order. Special elements take part
  /// when bounds are given (docs/rules.md#hit).
  public func hit(
    point: NaivePoint, bounds: NaiveRect? = nil, inset: NaiveInsets = NaiveInsets()
  ) -> NaiveElement? {
    let special = bounds.map { self.special(bounds: $0, inset: inset) } ?? []
    // Special elements take the place in the order that they have at rest.
    let candidates = elements.compactMap { element in
      element.isSpecial ? special.first { $0.isSameElement(as: element) } : element
    }
    var topmost: NaiveElement?
    for element in candidates where element.isSeen(at: point, frame: element.frame) {
      if element.zIndex >= topmost?.zIndex ?? .min { topmost = element }
    }
    return topmost
  }

  /// E and B of docs/rules.md#pinning, in the coordinates before transposition and mirroring.
  func downwardSpan(
    bounds: NaiveRect, inset: NaiveInsets
  ) -> (first: Double, last: Double) {
    switch (horizontal, rightToLeft) {
    case (false, _):
      return (bounds.y + inset.top, bounds.y + bounds.height - inset.bottom)
    case (true, false):
      return (bounds.x + inset.left, bounds.x + bounds.width - inset.right)
    case (true, true):
      let start = contentWidth - (bounds.x + bounds.width)
      return (start + inset.right, start + bounds.width - inset.left)
    }
  }

  private func pinning(_ kind: String, section: Int?) -> [NaiveElement] {
    downwardElements.filter { $0.pins && $0.kind == kind && $0.section == section }
  }

  private func extent(_ elements: ArraySlice<NaiveElement>) -> Double {
    elements.reduce(0) { $0 + $1.height }
  }
}

extension NaiveElement {
  /// The background of global headers where they stand, from a place on; nil where that is nothing.
  static func background(
    of headers: [NaiveElement], from start: Double, containerWidth: Double, color: String
  ) -> NaiveElement? {
    let end = headers.map { $0.y + $0.height }.max() ?? start
    guard end > start else { return nil }
    var background = NaiveElement(
      category: "decoration", kind: "globalHeaderBackground", section: nil, index: 0,
      frame: NaiveRect(x: 0, y: start, width: containerWidth, height: end - start))
    background.zIndex = 9001
    background.color = color
    return background
  }

  func moved(to y: Double) -> NaiveElement {
    var result = self
    result.y = y
    result.pinned = abs(y - self.y) > 0.001
    return result
  }

  /// Whether two attributes are of one element, wherever it is.
  public func isSameElement(as other: NaiveElement) -> Bool {
    category == other.category && kind == other.kind && section == other.section
      && index == other.index
  }
}
