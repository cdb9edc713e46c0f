import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// The lists of elements that answers have in common.
extension CallRequest {
  /// The elements in a rectangle, up to the limit, and, with bounds, the special ones.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of one screen, if several are requested.
  ///   - screens: The screens that the answer has already.
  func list(
    _ layout: Layout, rect: Rect, _ listing: Listing, _ parameters: QueryParameters,
    _ trace: inout Trace, _ allowance: inout Allowance, besides screens: Screens = Screens()
  ) throws(RequestInterrupted) -> ListPiece {
    let elementsMax = elementsMax
    let limit = min(parameters.limit ?? elementsMax, elementsMax - screens.elementCount)
    let name = self.parameters.nameOfBounds
    let start = ContinuousClock.now
    let list = try layout.elements(in: rect, listing, limit: limit, &allowance)
    var special: [LayoutAttributes]?
    var effects: [ShownCell]?
    if let visible = parameters.bounds ?? (parameters.special == .rest ? rect : nil) {
      special = try layout.specialElements(
        bounds: visible, named: name, parameters, limit: elementsMax - screens.specialCount,
        limitMax: elementsMax, &allowance)
    }
    if let bounds = parameters.bounds {
      effects = try layout.shownCells(
        bounds: bounds, named: name, parameters, limit: elementsMax - screens.effectCount,
        limitMax: elementsMax, &allowance)
    }
    trace.timing.add(since: start, to: .query)
    return ListPiece(listing: listing, list: list, special: special, effects: effects)
  }

  /// The pinning records of a rectangle, if they are requested.
  ///
  /// - Parameter screens: The screens that the answer has already.
  func pinningRecords(
    _ layout: Layout, rect: Rect, _ trace: inout Trace, _ allowance: inout Allowance,
    besides screens: Screens = Screens()
  ) throws(RequestInterrupted) -> PinningRecords? {
    guard parameters.pinning == true else { return nil }
    let start = ContinuousClock.now
    var records: PinningRecords?
    let limit = elementsMax - screens.recordCount
    let room = allowance.room(limit)
    let isWhole = try allowance.walk(atMost: limit) { (meter) throws(WalkInterrupted) in
      records = try layout.pinningRecords(in: rect, limit: room, meter: &meter)
    }
    guard isWhole else {
      let name = parameters.nameOfBounds
      let isOfScreens = name == .widths || name == .heights
      throw .problem(
        .badParameter(
          isOfScreens ? name.text : "rect", .tooMany,
          isOfScreens
            ? "The first screens have more than \(elementsMax) sections and pinning elements; ask for fewer or a smaller length."
            : "It has more than \(room) sections and pinning elements; a shorter one may have less."
        ))
    }
    trace.timing.add(since: start, to: .query)
    return records
  }
}

extension PinningRecords {
  /// The number of sections and pinning elements. O(sections)
  var count: Int { sections.reduce(globalHeaders.count) { $0 + 1 + $1.elements.count } }
}

extension JSONWriter {
  /// The member `pinning` with its comma, if there are records.
  mutating func member(_ pinning: PinningRecords?, of snapshot: Snapshot) {
    guard let pinning else { return }
    literal(",\"pinning\":")
    self.pinning(pinning, of: snapshot)
  }
}

extension Layout {
  /// At most `limit` of the elements in a rectangle, from the position of the listing on.
  func elements(
    in rect: Rect, _ listing: Listing, limit: Int, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> ElementList {
    var start = ElementPosition.first
    if let position = listing.position {
      guard case .element(let element) = position else { throw .problem(.strayCursor) }
      start = ElementPosition(element)
    }
    var list = ElementList(limit: allowance.room(limit), capacity: ListPiece.usualCount)
    _ = try allowance.walk(atMost: limit) { (meter) throws(WalkInterrupted) in
      try appendElements(in: rect, from: start, meter: &meter, to: &list)
    }
    allowance.take(elements: list.elements.count)
    return list
  }

  /// The special elements for bounds, or those at rest in a rectangle; throws if there are more than `limit`.
  ///
  /// - Parameters:
  ///   - name: The parameter with the bounds or the rectangle.
  ///   - limitMax: The greatest number of elements in an answer.
  func specialElements(
    bounds: Rect, named name: QueryParameters.Name = .bounds, _ parameters: QueryParameters,
    limit: Int, limitMax: Int, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> [LayoutAttributes] {
    var list = ElementList(limit: allowance.room(limit), capacity: ListPiece.usualSpecialCount)
    let isWhole = try allowance.walk(atMost: limit) { (meter) throws(WalkInterrupted) in
      try appendSpecialElements(
        bounds: bounds, inset: parameters.special == .rest ? .atRest : parameters.inset ?? .zero,
        meter: &meter, to: &list)
    }
    guard isWhole else {
      throw .problem(.tooMany("pinning elements", limitMax: limitMax, named: name))
    }
    allowance.take(elements: list.elements.count)
    return list.elements
  }

  /// The cells that effects show in the bounds; nil if no section has an effect. Throws if there are more than `limit`.
  func shownCells(
    bounds: Rect, named name: QueryParameters.Name = .bounds, _ parameters: QueryParameters,
    limit: Int, limitMax: Int, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> [ShownCell]? {
    guard hasEffects else { return nil }
    var cells: [ShownCell] = []
    let room = allowance.room(limit)
    let isWhole = try allowance.walk(atMost: limit) { (meter) throws(WalkInterrupted) in
      cells = try shownCells(
        bounds: bounds, inset: parameters.inset ?? .zero, limit: room, meter: &meter)
    }
    guard isWhole else {
      throw .problem(.tooManyInEffects(limitMax, named: name))
    }
    allowance.take(elements: cells.count)
    return cells
  }
}

/// A part of the list of elements in a rectangle.
struct ListPiece {
  /// Enough room for most screens.
  static let usualCount = 32
  static let usualSpecialCount = 4

  fileprivate let listing: Listing
  let list: ElementList
  /// nil if no bounds were given.
  let special: [LayoutAttributes]?
  /// nil if no bounds were given, or if no section has an effect.
  let effects: [ShownCell]?

  /// The number of elements.
  var count: Int { list.elements.count + (special?.count ?? 0) + (effects?.count ?? 0) }

  var estimatedByteCount: Int { 1024 + count * 160 }

  /// Writes the members that lists have in every answer.
  func write(to writer: inout JSONWriter, snapshot: Snapshot, _ parameters: QueryParameters) {
    writer.literal(",")
    writer.elementMembers(list.elements, of: snapshot, parameters)
    writer.literal(",\"next\":")
    writer.next(list.next.map { .element($0) }, of: listing)
    guard let special else { return }
    writer.literal(",\"special\":")
    writer.elements(special, of: snapshot, parameters)
    writer.member(effects, of: snapshot, parameters)
  }
}

extension ElementPosition {
  /// The position of an element in its list.
  fileprivate init(_ element: Element) {
    self.init(section: element.section, kind: element.kind, index: element.index)
  }
}

/// A requested list, and the position at which it continues; known before anything is prepared for it.
struct Listing {
  /// The kind of list; cursors contain its number.
  enum Kind: UInt64 {
    case elements = 2
    case sections = 4
  }

  private let kind: Kind
  private let id: Digest
  private let containerWidth: Double
  private let parameters: QueryParameters
  private(set) var position: Cursor.Position?

  /// What cursors of the list contain. Most answers have none.
  var tag: QueryTag { QueryTag(kind, id, containerWidth: containerWidth, parameters) }

  /// The elements of a first screen, from the first one on; a GET with these parameters continues the list.
  init(screenOf named: IdentifiedSnapshot, containerWidth: Double, _ parameters: QueryParameters) {
    (kind, id) = (.elements, named.id)
    (self.containerWidth, self.parameters) = (containerWidth, parameters)
  }

  /// Throws if the cursor is for another query.
  init(
    _ kind: Kind, _ named: IdentifiedSnapshot, _ parameters: QueryParameters
  ) throws(Problem) {
    (self.kind, id, self.parameters) = (kind, named.id, parameters)
    containerWidth = try parameters.containerWidth(of: named.snapshot) ?? 0
    guard let text = parameters.cursor else { return }
    guard let cursor = Cursor(text, tag: tag.value) else { throw .strayCursor }
    position = cursor.position
  }

  /// The same for parameters that have been checked.
  init(
    checked kind: Kind, _ named: IdentifiedSnapshot, _ parameters: QueryParameters
  ) throws(RequestInterrupted) {
    self = try RequestInterrupted.checked { () throws(Problem) in
      try Listing(kind, named, parameters)
    }
  }
}

extension QueryTag {
  /// The tag in a cursor. It covers everything on which the order and the selection of elements depend, but not their
  /// number in a part.
  init(_ kind: Listing.Kind, _ id: Digest, containerWidth: Double, _ parameters: QueryParameters) {
    self.init()
    combine(UInt64(rulesVersions.lowerBound))
    combine(kind.rawValue)
    combine(id.prefix)
    combine(containerWidth.bitPattern)
    for name in QueryParameters.Name.allCases {
      switch name {
      case .rect: combine(parameters[.rect] ?? parameters[.bounds], of: .area)
      case .bounds: combine(parameters[.bounds], of: .area)
      case .inset:
        let inset = parameters[.inset] ?? .insets(.zero)
        combine(parameters.bounds == nil ? nil : inset, of: .insets)
      // The container width replaces the first two. The others have no effect.
      case .width, .height, .point, .limit, .format, .pinning, .special, .widths, .heights,
        .length, .cursor, .anchor, .endThreshold, .transition, .from, .fromWidth, .fromBounds,
        .progress, .section, .after, .wait, .prefix, .item, .header, .position, .snap, .proposed,
        .page, .velocity, .keep, .previous, .previousWidth, .previousInset, .previousVelocity,
        .ahead, .speed, .target, .appearScale, .fields, .scale:
        break
      }
    }
  }
}

extension QueryParameters {
  /// The parameter that defines the visible rectangle.
  fileprivate var nameOfBounds: Name {
    if widths != nil { return .widths }
    if heights != nil { return .heights }
    return special == nil ? .bounds : .rect
  }

  /// The fault of `special=rest` with bounds: the bounds place pinning elements.
  var faultOfSpecial: Problem? {
    guard special != nil, bounds != nil else { return nil }
    return .badParameter(
      "special", .notAllowed,
      "Bounds say where pinning elements stand: leave out special or bounds.")
  }
}

extension Problem {
  /// More elements of a kind that has no cursor are visible than an answer may have.
  fileprivate static func tooMany(
    _ elements: String, limitMax: Int, named name: QueryParameters.Name
  ) -> Problem {
    .badParameter(
      name.text, .tooMany,
      name == .bounds || name == .rect
        ? "More than \(limitMax) \(elements) overlap the \(name.text); ask for less."
        : "More than \(limitMax) \(elements) stand on the first screens; ask for fewer \(name.text) or a smaller length."
    )
  }

  /// More cells are shown by effects, or stand between their stops, than an answer may have or look at.
  static func tooManyInEffects(_ limitMax: Int, named name: QueryParameters.Name) -> Problem {
    .badParameter(
      name.text, .tooMany,
      "More than \(limitMax) cells with effects are seen there, or more than \(Layout.effectCellsMax) stand between their stops; give stops that are nearer to each other."
    )
  }

  static let strayCursor = Problem.badParameter(
    "cursor", .notAllowed, "The cursor was not handed out for this query.")
}
