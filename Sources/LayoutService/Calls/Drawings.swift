import LayoutCore
import LayoutDrawing
import LayoutWire

/// Drawings in place of lists (docs/rules.md#drawings): of `GET …/elements` and of POST.
extension LayoutService {
  /// Draws the elements in a rectangle, and those that pin where they stand for the bounds, without bounds at rest.
  ///
  /// Without a rectangle the bounds are drawn, without both the first screen. What is more than an answer may have is
  /// left out, and the drawing says so.
  func drawing(
    as format: DrawingFormat, of named: NamedSnapshot, _ work: inout Work, on place: Place
  ) throws(Interruption) -> Answer {
    if let name = work.parameters.nameBesideDrawing {
      throw .problem(
        .badParameter(
          name.text, .notAllowed,
          "A drawing is of one rectangle at one width: leave out \(name.text)."))
    }
    let listing = try Listing(.elements, named, work)
    let layout = try prepared(named, &work, on: place)
    let parameters = work.parameters
    let screen = parameters.bounds ?? layout.drawnScreen(length: parameters.length)
    let rect = parameters.rect ?? screen
    let bounds = parameters.rect == nil ? screen : parameters.bounds
    let (limits, deadline) = (limits, work.deadline)
    let drawing = try work.trace.timing.measure(.query) { () throws(Interruption) in
      var meter = place.stepMeter(until: deadline)
      let list = try elementList(
        layout, rect: rect, listing, limit: parameters.limit ?? limits.maximumElements, &meter,
        on: place)
      var room = place.elements(limit: limits.maximumElements, besides: list.elements.count)
      var special = ElementList(limit: room)
      let inset = bounds == nil ? EdgeInsets.atRest : parameters.inset ?? .zero
      let hasAllSpecial = try isComplete(on: place) { () throws(WalkStop) in
        try layout.appendSpecialElements(
          bounds: bounds ?? rect, inset: inset, in: rect, meter: &meter, to: &special)
      }
      room = place.elements(
        limit: limits.maximumElements,
        besides: list.elements.count + special.elements.count)
      var sections: [Drawing.Section] = []
      let hasAllSections = try isComplete(on: place) { () throws(WalkStop) in
        try layout.visitSections(in: rect, meter: &meter) { number in
          guard sections.count < room else { return false }
          sections.append(Drawing.Section(number, of: layout))
          return true
        }
      }
      return Drawing(
        layout, rect: rect, bounds: bounds, elements: list.elements, special: special.elements,
        sections: sections, isCut: list.next != nil || !hasAllSpecial || !hasAllSections)
    }
    if drawing.isCut { work.noteCut() }
    let body = work.trace.timing.measure(.encode) {
      switch format {
      case .svg: drawing.svg
      case .text: drawing.text
      }
    }
    return Answer(drawing: body, as: format, lifetime: work.lifetime)
  }

  /// Whether a walk has come to its end; one that has not goes on elsewhere where there is more room.
  private func isComplete(
    on place: Place, _ walk: () throws(WalkStop) -> Void
  ) throws(Interruption) -> Bool {
    do throws(WalkStop) {
      try walk()
      return true
    } catch {
      switch error {
      case .stepsUsedUp: throw place.stepsUsedUp
      case .visitor where place == .network: throw .tooHeavy
      case .visitor: return false
      }
    }
  }
}

extension Answer {
  /// A drawing. Browsers that show it by itself are told that nothing in it runs, and that it loads nothing.
  fileprivate init(drawing body: [UInt8], as format: DrawingFormat, lifetime: Lifetime) {
    self.init(lifetime: lifetime, body: body)
    switch format {
    case .svg:
      mediaType = "image/svg+xml"
      contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'"
    case .text:
      mediaType = "text/plain; charset=utf-8"
    }
  }
}

extension Layout {
  /// The first screen, or as much of a usual one as there is content.
  fileprivate func drawnScreen(length: Double?) -> Rect {
    let isHorizontal = snapshot.scrollDirection == .horizontal
    let extent = isHorizontal ? contentSize.width : contentSize.height
    let usual = extent > 0 ? min(extent, Screens.usualLength) : Screens.usualLength
    return firstScreen(length: length ?? usual)
  }
}

extension QueryParameters {
  /// A parameter that asks for what a drawing cannot show.
  fileprivate var nameBesideDrawing: Name? {
    if widths != nil { return .widths }
    if heights != nil { return .heights }
    if length != nil, rect != nil || bounds != nil { return .length }
    return pinning == true ? .pinning : nil
  }
}
