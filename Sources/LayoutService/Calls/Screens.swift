import JSONText
import LayoutCore
import LayoutWire

/// The first screens of a snapshot at several container widths, each as JSON, as far as they are ready.
struct Screens: Sendable {
  /// The extent of a screen along the scroll axis where none is given, in points.
  static let usualLength = 1000.0

  fileprivate(set) var json: [[UInt8]] = []
  /// How many elements they have, special ones not counted.
  fileprivate(set) var elementCount = 0
  /// How many special elements they have.
  fileprivate(set) var specialCount = 0
}

extension LayoutService {
  /// Computes the first screens that are asked for by `widths` or `heights`, one after the other.
  ///
  /// What is ready stays ready when the request goes on elsewhere, and only one layout is held at a time.
  func screens(
    of named: NamedSnapshot, _ work: inout Work, on place: Place
  ) throws(Interruption) {
    guard let containerWidths = try work.containerWidths(of: named.snapshot) else { return }
    guard place.mayPrepare(named.snapshot, widths: containerWidths.count) else {
      throw .tooHeavy
    }
    for containerWidth in containerWidths.dropFirst(work.screens.json.count) {
      let layout = try prepared(named, containerWidth: containerWidth, &work, on: place)
      let bounds = layout.firstScreen(length: work.parameters.length ?? Screens.usualLength)
      let parameters = QueryParameters(screen: bounds, like: work.parameters)
      let listing = Listing(screenOf: named, containerWidth: containerWidth, parameters)
      let list = try query(
        layout, rect: bounds, listing, parameters, &work, on: place, besides: work.screens)
      let warnings = widthWarnings(work, layout)
      let json = work.trace.timing.measure(.encode) {
        var writer = JSONWriter(capacity: list.estimatedByteCount)
        writer.screen(layout, bounds)
        list.write(to: &writer, snapshot: layout.snapshot, format: parameters.format ?? .rows)
        writer.member(warnings)
        writer.literal("}")
        return writer.bytes
      }
      work.screens.json.append(json)
      work.screens.elementCount += list.list.elements.count
      work.screens.specialCount += list.special?.count ?? 0
      work.awaited = nil
    }
  }
}

extension JSONWriter {
  /// `{"width":…,"contentSize":…,"bounds":…`, or `height` when scrolling is horizontal; the object is left open.
  fileprivate mutating func screen(_ layout: Layout, _ bounds: Rect) {
    if layout.snapshot.isHorizontal { literal("{\"height\":") } else { literal("{\"width\":") }
    number(layout.containerWidth)
    literal(",\"contentSize\":")
    size(layout.contentSize)
    literal(",\"bounds\":")
    rect(bounds)
  }
}

extension Work {
  /// The container widths that were asked for at once; nil when none were.
  fileprivate func containerWidths(of snapshot: Snapshot) throws(Interruption) -> [Double]? {
    let isHorizontal = snapshot.isHorizontal
    let names = isHorizontal ? ("widths", "heights") : ("heights", "widths")
    if (isHorizontal ? parameters.widths : parameters.heights) != nil {
      throw .problem(.wrongAxis(of: snapshot, names.0, instead: names.1))
    }
    guard let containerWidths = isHorizontal ? parameters.heights : parameters.widths else {
      if parameters.length != nil {
        throw .problem(
          .badParameter("length", .notAllowed, "The length of a first screen needs \(names.1)."))
      }
      return nil
    }
    if let name = parameters.nameBesideWidths {
      throw .problem(
        .badParameter(
          name.text, .notAllowed,
          "With \(names.1) each answer is of a first screen: leave out \(name.text)."))
    }
    return containerWidths
  }
}

extension QueryParameters {
  /// A parameter that says itself what `widths` says, or where to look.
  fileprivate var nameBesideWidths: Name? {
    if width != nil { return .width }
    if height != nil { return .height }
    if rect != nil { return .rect }
    if bounds != nil { return .bounds }
    if cursor != nil { return .cursor }
    if pinning == true { return .pinning }
    return special == nil ? nil : .special
  }
}
