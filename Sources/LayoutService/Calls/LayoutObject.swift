import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// The layout object (docs/rules.md#layout-object): `POST /v1/layouts` and `GET /v1/layouts/{id}`; and
/// `DELETE /v1/layouts/{id}`.
extension Call {
  /// docs/rules.md#post-a-layout
  static let posting = Call(
    path: "/v1/layouts", methods: [.post], needs: .postLayouts, parameters: objectParameters,
    draws: true,
    fault: { $0.faultOfObject }, answering: .layout(.asked, check: checkObject, answerObject))
  /// docs/rules.md#get-a-layout
  static let layoutObject = Call(
    path: "/v1/layouts/{id}", needs: .readLayouts, parameters: objectParameters,
    lifetime: .forever,
    fault: { $0.faultOfObject }, answering: .layout(.asked, check: checkObject, answerObject))
  /// docs/rules.md#delete-a-layout
  static let deletion = Call(
    path: "/v1/layouts/{id}", methods: [.delete], needs: .deleteLayouts,
    parameters: objectParameters,
    conditionsOn: .layout, fault: { $0.faultOfObject },
    answering: .next { (question, got, _, _) throws(RequestInterrupted) in
      guard let id = question.target.id else { preconditionFailure("the head was admitted") }
      // The conditions are on the layout's tags, if it exists.
      let isSought = got.named != nil || got.snapshot(id) != nil
      return .needs(
        question.hasCondition && !isSought ? .snapshot(id) : .write(.forget(id)))
    })

  private static let objectParameters =
    elementParameters + [.pinning, .widths, .heights, .length, .special]

  @Sendable static func checkObject(
    _ question: borrowing CallRequest, _ named: IdentifiedSnapshot
  ) throws(Problem) {
    let (parameters, snapshot) = (question.parameters, named.snapshot)
    if parameters.drawing != nil {
      try question.checkDrawing()
      _ = try Listing(.elements, named, question.parameters)
      _ = try question.requiredWidth(of: snapshot)
      return
    }
    let hasScreens = try question.containerWidths(of: snapshot) != nil
    let hasRect = parameters.rect != nil || parameters.bounds != nil
    if parameters.pinning == true, !hasRect, !hasScreens {
      throw .badParameter(
        "pinning", .notAllowed,
        "It needs a rectangle, whose sections it is about: give rect, bounds or several widths.")
    }
    if hasRect {
      _ = try Listing(.elements, named, question.parameters)
      _ = try question.requiredWidth(of: snapshot)
    }
  }

  @Sendable private static func answerObject(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    try answerObject(question, question.parameters, got, &trace, &allowance) { _ in }
  }

  /// The layout object; `writeChange` writes after its content size.
  static func answerObject(
    _ question: borrowing CallRequest, _ parameters: QueryParameters, _ got: borrowing CallInputs,
    _ trace: inout Trace, _ allowance: inout Allowance,
    writeChange: (inout JSONWriter) -> Void
  ) throws(RequestInterrupted) -> Answer {
    guard let named = got.named else { preconditionFailure("the call needs a snapshot") }
    let layout = got.layout
    var list: ListPiece?
    var pinning: PinningRecords?
    if let layout, let format = parameters.drawing {
      return try question.drawing(of: named, layout, as: format, &trace, &allowance)
    }
    if let layout, let rect = parameters.rect ?? parameters.bounds {
      list = try question.list(
        layout, rect: rect, Listing(checked: .elements, named, parameters), parameters, &trace,
        &allowance)
      pinning = try question.pinningRecords(layout, rect: rect, &trace, &allowance)
    }
    let warnings = question.warnings(of: got)
    let (screens, source) = (got.screens, got.source)
    let revision = got.postedChange?.revision
    let limit = question.limit(ofCut: list?.list.next != nil || screens.isCut)
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(
        capacity: list?.estimatedByteCount ?? 256 + screens.json.reduce(0) { $0 + $1.count })
      writer.literal("{\"id\":")
      writer.string(named.id.hexadecimal)
      if let revision {
        writer.literal(",\"revision\":")
        writer.integer(revision)
      }
      writer.literal(",\"sectionCount\":")
      writer.integer(named.snapshot.sections.count)
      writer.literal(",\"itemCount\":")
      writer.integer(named.snapshot.itemCount)
      if named.snapshot.estimatedCount > 0 {
        writer.literal(",\"estimatedCount\":")
        writer.integer(named.snapshot.estimatedCount)
      }
      if named.snapshot.estimatedHeaderCount > 0 {
        writer.literal(",\"estimatedHeaderCount\":")
        writer.integer(named.snapshot.estimatedHeaderCount)
      }
      writer.literal(",\"scrollDirection\":")
      writer.string(named.snapshot.scrollDirection.rawValue)
      if let layout {
        writer.literal(",\"contentSize\":")
        writer.size(parameters.contentSize(of: layout))
      }
      writeChange(&writer)
      if let list {
        list.write(to: &writer, snapshot: named.snapshot, parameters)
      }
      writer.member(pinning, of: named.snapshot)
      if !screens.json.isEmpty {
        writer.literal(",\"layouts\":")
        writer.jsonArray(screens.json)
      }
      if let source {
        writer.literal(",\"source\":")
        source.write(to: &writer)
      }
      writer.member(warnings)
      writer.literal("}")
      return Answer(
        body: writer.bytes, limit: limit,
        Answer.Details(warnings: warnings + screens.warnings, revision: revision))
    }
  }
}

extension QueryParameters {
  /// The fault of the parameters for a layout object, for any layout.
  var faultOfObject: Problem? {
    let hasRect = rect != nil || bounds != nil
    if cursor != nil, !hasRect { return .strayCursor }
    if let fault = faultOfSpecial { return fault }
    guard let special, !hasRect, widths == nil, heights == nil else { return nil }
    return .badParameter("rect", .missing, "special=\(special.rawValue) needs a rect.")
  }
}
