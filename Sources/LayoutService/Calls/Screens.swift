import ContentHash
import JSONText
import LayoutCore
import LayoutWire

extension CallRequest {
  /// Adds the first screen of a layout, at one of the requested container widths.
  func add(
    screenOf named: IdentifiedSnapshot, _ layout: Layout, to screens: inout Screens,
    _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) {
    let bounds = layout.firstScreen(length: parameters.length ?? Screens.usualLength)
    let parameters = QueryParameters(screen: bounds, like: parameters)
    let listing = Listing(
      screenOf: named, containerWidth: layout.containerWidth, parameters)
    let piece = try list(
      layout, rect: bounds, listing, parameters, &trace, &allowance, besides: screens)
    let pinning = try pinningRecords(
      layout, rect: bounds, &trace, &allowance, besides: screens)
    let warnings = widthWarnings(of: layout)
    let json = trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: piece.estimatedByteCount)
      writer.screen(layout, parameters.contentSize(of: layout), bounds)
      piece.write(to: &writer, snapshot: layout.snapshot, parameters)
      writer.member(pinning, of: layout.snapshot)
      writer.member(warnings)
      writer.literal("}")
      return writer.bytes
    }
    screens.json.append(json)
    screens.warnings += warnings
    screens.elementCount += piece.list.elements.count
    screens.specialCount += piece.special?.count ?? 0
    screens.effectCount += piece.effects?.count ?? 0
    screens.recordCount += pinning?.count ?? 0
    screens.isCut = screens.isCut || piece.list.next != nil
  }

  /// The requested container widths; nil if there is no list of them.
  func containerWidths(of snapshot: Snapshot) throws(Problem) -> [Double]? {
    let isHorizontal = snapshot.isHorizontal
    let names = isHorizontal ? ("widths", "heights") : ("heights", "widths")
    if (isHorizontal ? parameters.widths : parameters.heights) != nil {
      throw .wrongAxis(of: snapshot, names.0, instead: names.1)
    }
    guard let containerWidths = isHorizontal ? parameters.heights : parameters.widths else {
      if parameters.length != nil {
        throw .badParameter(
          "length", .notAllowed, "The length of a first screen needs \(names.1).")
      }
      return nil
    }
    if let name = parameters.nameBesideWidths {
      throw .badParameter(
        name.text, .notAllowed,
        "With \(names.1) each answer is of a first screen: leave out \(name.text).")
    }
    return containerWidths
  }
}

extension JSONWriter {
  /// `{"width":…,"contentSize":…,"bounds":…`, or `height` if scrolling is horizontal; the object is left open.
  fileprivate mutating func screen(_ layout: Layout, _ contentSize: Size, _ bounds: Rect) {
    if layout.snapshot.isHorizontal { literal("{\"height\":") } else { literal("{\"width\":") }
    number(layout.containerWidth)
    literal(",\"contentSize\":")
    size(contentSize)
    literal(",\"bounds\":")
    rect(bounds)
  }
}

extension QueryParameters {
  /// A parameter that conflicts with `widths`: another width, or a place to look at.
  fileprivate var nameBesideWidths: Name? {
    if width != nil { return .width }
    if height != nil { return .height }
    if rect != nil { return .rect }
    if bounds != nil { return .bounds }
    if cursor != nil { return .cursor }
    return special == nil ? nil : .special
  }
}
