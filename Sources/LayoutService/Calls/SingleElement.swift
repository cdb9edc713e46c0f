import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/items/…`, `…/supplementary/…`, `…/decorations/…` (docs/rules.md#get-one-element)
extension Call {
  static let item = Call("items", .cell)
  static let supplementary = Call("supplementary", .supplementary)
  static let decoration = Call("decorations", .decoration)

  private init(_ name: String, _ category: ElementCategory) {
    self.init(
      path: "/v1/layouts/{id}/\(name)", needs: .readLayouts, elements: category,
      parameters: Call.elementParameters, lifetime: .forever,
      answering: .layout(.one, check: { (_, _) in }, Call.answerElement))
  }

  @Sendable private static func answerElement(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let layout = got.prepared.layout
    let (target, parameters) = (question.target, question.parameters)
    let attributes = trace.timing.measure(.query) {
      target.element.flatMap {
        layout.attributes(
          of: $0, bounds: parameters.bounds, inset: parameters.inset ?? .zero)
      }
    }
    guard let attributes else { throw .problem(.noElement(target.element, in: layout)) }
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256)
      writer.element(attributes, of: layout, parameters)
      return Answer(body: writer.bytes)
    }
  }
}

extension Problem {
  /// The problem of an element that does not exist; it tells the number of existing ones.
  static func noElement(_ element: Element?, in layout: Layout) -> Problem {
    guard let element else { return Problem(.notFound) }
    guard let count = layout.elementCount(of: element.kind, inSection: element.section) else {
      let sections = counted(layout.snapshot.sections.count, "section")
      return Problem(.notFound, detail: "The layout has \(sections).")
    }
    let owner = element.kind == .globalHeader ? "The layout" : "Section \(element.section)"
    let noun = element.kind.noun
    let number = element.kind == .shelf && count != 1 ? "\(count) shelves" : counted(count, noun)
    var detail = "\(owner) has \(number)."
    if element.kind.category == .supplementary { detail += " Hidden and empty ones do not count." }
    return Problem(.notFound, detail: detail)
  }
}

extension Element.Kind {
  /// The noun for an element.
  fileprivate var noun: String {
    switch self {
    case .cell: "item"
    case .globalHeaderBackground: "background of global headers"
    case .globalHeader: "global header"
    case .header: "header"
    case .placeholder: "placeholder"
    case .footer: "footer"
    case .rowSeparator: "row separator"
    case .columnSeparator: "column separator"
    case .sectionSeparator: "section separator"
    case .background: "background"
    case .shelf: "shelf"
    }
  }
}
