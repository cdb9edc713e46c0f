import JSONText
import LayoutCore
import LayoutWire

/// What each call of docs/rules.md#calls answers: the query, then its JSON.
extension LayoutService {
  /// The layout object: of POST and of `GET /v1/layouts/{id}`.
  func layoutObject(
    _ named: NamedSnapshot, _ work: inout Work, on place: Place
  ) throws(Interruption) -> [UInt8] {
    let snapshot = named.snapshot
    let rect = work.parameters.rect ?? work.parameters.bounds
    var layout: Layout?
    var list: ListPiece?
    var pinning: PinningRecords?
    try screens(of: named, &work, on: place)
    if work.parameters.pinning == true, rect == nil {
      throw .problem(
        .badParameter(
          "pinning", .notAllowed,
          "It needs a rectangle, whose sections it is about: give rect or bounds."))
    }
    let containerWidth = try work.containerWidth(of: snapshot)
    if rect != nil || containerWidth != nil {
      let listing = try rect.map { (rect) throws(Interruption) in
        (rect, try Listing(.elements, named, work))
      }
      let prepared = try prepared(named, &work, on: place)
      layout = prepared
      if let (rect, listing) = listing {
        list = try query(prepared, rect: rect, listing, work.parameters, &work, on: place)
        if work.parameters.pinning == true {
          pinning = try pinningRecords(
            prepared, rect: rect, &work, on: place, besides: list?.count ?? 0)
        }
      }
    }
    let warnings = warnings(work, layout)
    return work.trace.timing.measure(.encode) {
      [parameters = work.parameters, screens = work.screens] in
      var writer = JSONWriter(
        capacity: list?.estimatedByteCount ?? 256 + screens.json.reduce(0) { $0 + $1.count })
      writer.literal("{\"id\":")
      writer.string(named.id.hexadecimal)
      writer.literal(",\"sectionCount\":")
      writer.integer(snapshot.sections.count)
      writer.literal(",\"itemCount\":")
      writer.integer(snapshot.itemCount)
      writer.literal(",\"scrollDirection\":")
      writer.string(snapshot.scrollDirection.rawValue)
      if let layout {
        writer.literal(",\"contentSize\":")
        writer.size(layout.contentSize)
      }
      if let list {
        list.write(to: &writer, snapshot: snapshot, format: parameters.format ?? .rows)
      }
      if let pinning {
        writer.literal(",\"pinning\":")
        writer.pinning(pinning, of: snapshot)
      }
      if !screens.json.isEmpty {
        writer.literal(",\"layouts\":")
        writer.array(ofJSON: screens.json)
      }
      writer.member(warnings)
      writer.literal("}")
      return writer.bytes
    }
  }

  /// `GET /v1/layouts/{id}/elements`
  func elements(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let named = try find(&work)
    guard let rect = work.parameters.rect ?? work.parameters.bounds else {
      throw .problem(
        .badParameter("rect", .missing, "A rectangle is missing: give rect or bounds."))
    }
    if let format = work.parameters.drawing {
      return try drawing(as: format, of: named, &work, on: place)
    }
    let listing = try Listing(.elements, named, work)
    let layout = try prepared(named, &work, on: place)
    let list = try query(layout, rect: rect, listing, work.parameters, &work, on: place)
    let pinning =
      work.parameters.pinning == true
      ? try pinningRecords(layout, rect: rect, &work, on: place, besides: list.count) : nil
    let body = work.trace.timing.measure(.encode) { [parameters = work.parameters] in
      var writer = JSONWriter(capacity: list.estimatedByteCount)
      writer.head(named, layout)
      writer.literal(",\"contentSize\":")
      writer.size(layout.contentSize)
      writer.literal(",\"rect\":")
      writer.rect(rect)
      list.write(to: &writer, snapshot: layout.snapshot, format: parameters.format ?? .rows)
      if let pinning {
        writer.literal(",\"pinning\":")
        writer.pinning(pinning, of: layout.snapshot)
      }
      writer.literal("}")
      return writer.bytes
    }
    return Answer(lifetime: work.lifetime, body: body)
  }

  /// `GET /v1/layouts/{id}/special`: the scroll request.
  func special(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let named = try find(&work)
    guard let bounds = work.parameters.bounds else {
      throw .problem(.badParameter("bounds", .missing, "The visible bounds are missing."))
    }
    let layout = try prepared(named, &work, on: place)
    let (limits, parameters) = (limits, work.parameters)
    var meter = place.stepMeter(until: work.deadline)
    let special = try work.trace.timing.measure(.query) { () throws(Interruption) in
      try specialElements(
        layout, bounds: bounds, parameters, &meter, on: place, most: limits.maximumElements)
    }
    metrics.specialOnlyAnswered()
    let body = work.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256 + special.count * 160)
      writer.head(named, layout)
      writer.literal(",\"bounds\":")
      writer.rect(bounds)
      writer.literal(",\"special\":")
      writer.elements(special, of: layout.snapshot)
      writer.literal("}")
      return writer.bytes
    }
    return Answer(lifetime: work.lifetime, body: body)
  }

  /// `GET /v1/layouts/{id}/sections`
  func sections(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let named = try find(&work)
    let listing = try Listing(.sections, named, work)
    let layout = try prepared(named, &work, on: place)
    var start = 0
    if let position = listing.position {
      guard case .section(let number) = position else { throw .problem(.strayCursor) }
      start = number
    }
    let limit = work.parameters.limit ?? limits.maximumElements
    let sections = layout.snapshot.sections
    let end = min(sections.count, start + limit)
    guard end - start <= place.elements(limit: limit) else { throw .tooHeavy }
    if end < sections.count { work.noteCut() }
    let body = work.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 192 + max(0, end - start) * 224)
      writer.head(named, layout)
      writer.literal(",\"sections\":[")
      for number in min(start, end)..<end {
        if number > start { writer.literal(",") }
        writer.section(
          number, sections[number], id: named.snapshot.id(ofSection: number),
          named.sectionDigests[number],
          frame: layout.frame(ofSection: number))
      }
      writer.literal("],\"next\":")
      writer.next(end < sections.count ? .section(end) : nil, tag: listing.tag)
      writer.literal("}")
      return writer.bytes
    }
    return Answer(lifetime: work.lifetime, body: body)
  }

  /// `GET /v1/layouts/{id}/items/…`, `…/supplementary/…`, `…/decorations/…`
  func element(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let layout = try prepared(find(&work), &work, on: place)
    let (target, parameters) = (work.target, work.parameters)
    let attributes = work.trace.timing.measure(.query) {
      target.element.flatMap {
        layout.attributes(
          of: $0, bounds: parameters.bounds, inset: parameters.inset ?? .zero)
      }
    }
    guard let attributes else {
      throw .problem(.noElement(target.element, in: layout))
    }
    return Answer(
      lifetime: work.lifetime, body: encoded(attributes, of: layout, &work))
  }

  /// `GET /v1/layouts/{id}/hit`
  func hit(_ work: inout Work, on place: Place) throws(Interruption) -> Answer {
    let named = try find(&work)
    guard let point = work.parameters.point else {
      throw .problem(.badParameter("point", .missing, "The point is missing."))
    }
    let layout = try prepared(named, &work, on: place)
    let parameters = work.parameters
    var meter = place.stepMeter(until: work.deadline)
    let attributes = try work.trace.timing.measure(.query) { () throws(Interruption) in
      do throws(WalkStop) {
        return try layout.element(
          at: point, bounds: parameters.bounds, inset: parameters.inset ?? .zero,
          findsResting: parameters.special == .rest, meter: &meter)
      } catch {
        throw place.stepsUsedUp
      }
    }
    let body = work.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 384)
      writer.head(named, layout)
      writer.literal(",\"element\":")
      if let attributes {
        writer.element(attributes, of: layout.snapshot)
      } else {
        writer.literal("null")
      }
      writer.literal("}")
      return writer.bytes
    }
    return Answer(lifetime: work.lifetime, body: body)
  }

  private func encoded(
    _ attributes: LayoutAttributes, of layout: Layout, _ work: inout Work
  ) -> [UInt8] {
    work.trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256)
      writer.element(attributes, of: layout.snapshot)
      return writer.bytes
    }
  }

  // MARK: Lists of elements

  /// The elements in a rectangle, as many as the limit allows, and with bounds the special ones.
  ///
  /// - Parameter screens: what the answer has already.
  func query(
    _ layout: Layout, rect: Rect, _ listing: Listing, _ parameters: QueryParameters,
    _ work: inout Work, on place: Place, besides screens: Screens = Screens()
  ) throws(Interruption) -> ListPiece {
    let limits = limits
    let limit = min(
      parameters.limit ?? limits.maximumElements, limits.maximumElements - screens.elementCount)
    let others = screens.elementCount + screens.specialCount
    let name = work.parameters.nameOfBounds
    var meter = place.stepMeter(until: work.deadline)
    let piece = try work.trace.timing.measure(.query) { () throws(Interruption) in
      let list = try elementList(
        layout, rect: rect, listing, limit: limit, &meter, on: place, besides: others)
      let visible = parameters.bounds ?? (parameters.special == .rest ? rect : nil)
      let special = try visible.map { (visible) throws(Interruption) in
        try specialElements(
          layout, bounds: visible, named: name, parameters, &meter, on: place,
          besides: others + list.elements.count, most: limits.maximumElements - screens.specialCount
        )
      }
      return ListPiece(tag: listing.tag, list: list, special: special)
    }
    if piece.list.next != nil { work.noteCut() }
    return piece
  }

  /// The elements in a rectangle from where a listing goes on, at most `limit`.
  func elementList(
    _ layout: Layout, rect: Rect, _ listing: Listing, limit: Int, _ meter: inout StepMeter,
    on place: Place, besides others: Int = 0
  ) throws(Interruption) -> ElementList {
    var start = ElementPosition.first
    if let position = listing.position {
      guard case .element(let element) = position else { throw .problem(.strayCursor) }
      start = ElementPosition(element)
    }
    let allowed = place.elements(limit: limit, besides: others)
    var list = ElementList(limit: allowed, capacity: ListPiece.usualCount)
    do throws(WalkStop) {
      try layout.appendElements(in: rect, from: start, meter: &meter, to: &list)
    } catch {
      switch error {
      case .visitor where allowed == limit: break
      case .visitor: throw .tooHeavy
      case .stepsUsedUp: throw place.stepsUsedUp
      }
    }
    return list
  }

  private func pinningRecords(
    _ layout: Layout, rect: Rect, _ work: inout Work, on place: Place, besides others: Int
  ) throws(Interruption) -> PinningRecords {
    let allowed = place.elements(limit: limits.maximumElements, besides: others)
    var meter = place.stepMeter(until: work.deadline)
    return try work.trace.timing.measure(.query) { () throws(Interruption) in
      do throws(WalkStop) {
        return try layout.pinningRecords(in: rect, limit: allowed, meter: &meter)
      } catch {
        switch error {
        case .stepsUsedUp: throw place.stepsUsedUp
        case .visitor where place == .network: throw .tooHeavy
        case .visitor:
          throw .problem(
            .badParameter(
              "rect", .tooMany,
              "It has more than \(allowed) sections and pinning elements; a shorter one may have less."
            ))
        }
      }
    }
  }

  /// The special elements for bounds, or those at rest in a rectangle, of which there may be so many at most.
  ///
  /// - Parameter name: the parameter that the bounds or the rectangle come from.
  private func specialElements(
    _ layout: Layout, bounds: Rect, named name: QueryParameters.Name = .bounds,
    _ parameters: QueryParameters, _ meter: inout StepMeter, on place: Place,
    besides others: Int = 0, most: Int
  ) throws(Interruption) -> [LayoutAttributes] {
    let allowed = place.elements(limit: most, besides: others)
    var list = ElementList(limit: allowed)
    do throws(WalkStop) {
      try layout.appendSpecialElements(
        bounds: bounds, inset: parameters.special == .rest ? .atRest : parameters.inset ?? .zero,
        meter: &meter, to: &list)
      return list.elements
    } catch {
      switch error {
      case .stepsUsedUp:
        throw place.stepsUsedUp
      case .visitor where allowed == most:
        throw .problem(.tooManySpecial(limitMax: limits.maximumElements, named: name))
      case .visitor:
        throw .tooHeavy
      }
    }
  }
}

/// A piece of the list of elements in a rectangle.
struct ListPiece {
  /// Room that what a screen shows mostly fits in.
  static let usualCount = 32

  fileprivate let tag: QueryTag
  let list: ElementList
  /// Nil when no bounds were given.
  let special: [LayoutAttributes]?

  /// How many elements it has.
  var count: Int { list.elements.count + (special?.count ?? 0) }

  var estimatedByteCount: Int { 1024 + count * 160 }

  /// Writes the members that lists have in every answer.
  func write(to writer: inout JSONWriter, snapshot: Snapshot, format: ListFormat) {
    writer.literal(",")
    writer.elementMembers(list.elements, of: snapshot, format: format)
    writer.literal(",\"next\":")
    writer.next(list.next.map { .element($0) }, tag: tag)
    guard let special else { return }
    writer.literal(",\"special\":")
    writer.elements(special, of: snapshot)
  }
}

extension ElementPosition {
  /// Where an element stands in its list.
  fileprivate init(_ element: Element) {
    self.init(section: element.section, kind: element.kind, index: element.index)
  }
}

/// A list that is asked for, and where it goes on; known before anything is prepared for it.
struct Listing {
  fileprivate let tag: QueryTag
  fileprivate let position: Cursor.Position?

  /// The elements of a first screen, from the first one on; a GET with these parameters goes on with them.
  init(screenOf named: NamedSnapshot, containerWidth: Double, _ parameters: QueryParameters) {
    tag = QueryTag(.elements, named.id, containerWidth: containerWidth, parameters)
    position = nil
  }

  /// A cursor of another query is refused.
  init(_ route: Route, _ named: NamedSnapshot, _ work: Work) throws(Interruption) {
    let containerWidth = try work.containerWidth(of: named.snapshot) ?? 0
    tag = QueryTag(route, named.id, containerWidth: containerWidth, work.parameters)
    var position: Cursor.Position?
    if let text = work.parameters.cursor {
      guard let cursor = Cursor(text, tag: tag.value) else { throw .problem(.strayCursor) }
      position = cursor.position
    }
    self.position = position
  }
}

extension QueryParameters {
  /// The parameter that says what is visible.
  fileprivate var nameOfBounds: Name {
    if widths != nil { return .widths }
    if heights != nil { return .heights }
    return special == nil ? .bounds : .rect
  }

  /// What is wrong with asking for pinning elements at rest, if anything is.
  func problemOfSpecial(of route: Route) -> Problem? {
    guard let special else { return nil }
    if bounds != nil {
      return .badParameter(
        "special", .notAllowed,
        "Bounds say where pinning elements stand: leave out special or bounds.")
    }
    let needsRect = route == .layouts || route == .layout
    guard needsRect, rect == nil, widths == nil, heights == nil else { return nil }
    return .badParameter("rect", .missing, "special=\(special.rawValue) needs a rect.")
  }
}

extension Problem {
  /// The layout has no such element; how many of its kind there are says why.
  fileprivate static func noElement(_ element: Element?, in layout: Layout) -> Problem {
    func counted(_ count: Int, _ noun: String) -> String {
      count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
    guard let element else { return Problem(.notFound) }
    guard let count = layout.elementCount(of: element.kind, inSection: element.section) else {
      let sections = counted(layout.snapshot.sections.count, "section")
      return Problem(.notFound, detail: "The layout has \(sections).")
    }
    let owner = element.kind == .globalHeader ? "The layout" : "Section \(element.section)"
    var detail = "\(owner) has \(counted(count, element.kind.noun))."
    if element.kind.category == .supplementary { detail += " Hidden and empty ones do not count." }
    return Problem(.notFound, detail: detail)
  }

  /// More pinning elements are visible than one answer may have.
  fileprivate static func tooManySpecial(
    limitMax: Int, named name: QueryParameters.Name
  ) -> Problem {
    .badParameter(
      name.text, .tooMany,
      name == .bounds || name == .rect
        ? "More than \(limitMax) pinning elements overlap the \(name.text); ask for less."
        : "More than \(limitMax) pinning elements stand on the first screens; ask for fewer \(name.text) or a smaller length."
    )
  }

  static let strayCursor = Problem.badParameter(
    "cursor", .notAllowed, "The cursor was not handed out for this query.")
}

extension Element.Kind {
  /// What people call one of them.
  fileprivate var noun: String {
    switch self {
    case .cell: "item"
    case .globalHeader: "global header"
    case .header: "header"
    case .footer: "footer"
    case .rowSeparator: "row separator"
    case .columnSeparator: "column separator"
    case .sectionSeparator: "section separator"
    }
  }
}
