import ContentHash
import LayoutCore
import LayoutDrawing
import LayoutWire

/// Drawings instead of lists (docs/rules.md#drawings), for `GET …/elements` and POST.
extension CallRequest {
  /// Throws if a parameter requests something that a drawing cannot show.
  func checkDrawing() throws(Problem) {
    if parameters.scale != nil {
      throw .badParameter(
        "scale", .notAllowed, "A drawing shows frames as they are laid out: leave out scale.")
    }
    guard let name = parameters.nameBesideDrawing else { return }
    throw .badParameter(
      name.text, .notAllowed,
      "A drawing is of one rectangle at one width: leave out \(name.text).")
  }

  /// Draws the elements in a rectangle, and the pinning elements where the bounds put them, or at rest without bounds.
  ///
  /// Without a rectangle the bounds are drawn, without both the first screen. Elements beyond the limit of an answer
  /// are left out, and the drawing says so.
  func drawing(
    of named: IdentifiedSnapshot, _ layout: Layout, as format: DrawingFormat, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (parameters, limit, elementsMax) = (parameters, limit, elementsMax)
    let listing = try Listing(checked: .elements, named, parameters)
    let screen = parameters.bounds ?? layout.drawnScreen(length: parameters.length)
    let rect = parameters.rect ?? screen
    let bounds = parameters.rect == nil ? screen : parameters.bounds
    let start = ContinuousClock.now
    let list = try layout.elements(in: rect, listing, limit: limit, &allowance)
    var special = ElementList(limit: allowance.room(elementsMax))
    let inset = bounds == nil ? EdgeInsets.atRest : parameters.inset ?? .zero
    let hasAllSpecial = try allowance.walk(atMost: elementsMax) { (meter) throws(WalkInterrupted) in
      try layout.appendSpecialElements(
        bounds: bounds ?? rect, inset: inset, in: rect, meter: &meter, to: &special)
    }
    allowance.take(elements: special.elements.count)
    var (effects, hasAllEffects) = ([ShownCell](), true)
    if let bounds, layout.hasEffects {
      let room = allowance.room(elementsMax)
      hasAllEffects = try allowance.walk(atMost: elementsMax) { (meter) throws(WalkInterrupted) in
        effects = try layout.shownCells(bounds: bounds, inset: inset, limit: room, meter: &meter)
      }
      allowance.take(elements: effects.count)
    }
    var sections: [Drawing.DrawnSection] = []
    let room = allowance.room(elementsMax)
    let hasAllSections = try allowance.walk(atMost: elementsMax) {
      (meter) throws(WalkInterrupted) in
      try layout.visitSections(in: rect, meter: &meter) { number in
        guard sections.count < room else { return false }
        sections.append(Drawing.DrawnSection(number, of: layout))
        return true
      }
    }
    let drawing = Drawing(
      layout, rect: rect, bounds: bounds, elements: list.elements, special: special.elements,
      effects: effects, sections: sections,
      isCut: list.next != nil || !hasAllSpecial || !hasAllEffects || !hasAllSections)
    trace.timing.add(since: start, to: .query)
    let body = trace.timing.measure(.encode) {
      switch format {
      case .svg: drawing.svg
      case .text: drawing.text
      }
    }
    return Answer(drawing: body, as: format, limit: self.limit(ofCut: drawing.isCut))
  }
}

extension Answer {
  /// A drawing. The policy tells browsers that nothing in it runs, and that it loads nothing.
  fileprivate init(drawing body: [UInt8], as format: DrawingFormat, limit: Limit?) {
    let details =
      switch format {
      case .svg:
        Details(
          mediaType: "image/svg+xml",
          contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'")
      case .text: Details(mediaType: "text/plain; charset=utf-8")
      }
    self.init(body: body, limit: limit, details)
  }
}

extension Layout {
  /// The first screen; at most as long as the content, if no length is given.
  fileprivate func drawnScreen(length: Double?) -> Rect {
    let isHorizontal = snapshot.scrollDirection == .horizontal
    let extent = isHorizontal ? contentSize.width : contentSize.height
    let usual = extent > 0 ? min(extent, Screens.usualLength) : Screens.usualLength
    return firstScreen(length: length ?? usual)
  }
}

extension QueryParameters {
  /// A parameter that requests something that a drawing cannot show.
  fileprivate var nameBesideDrawing: Name? {
    if widths != nil { return .widths }
    if heights != nil { return .heights }
    if length != nil, rect != nil || bounds != nil { return .length }
    return pinning == true ? .pinning : nil
  }
}
