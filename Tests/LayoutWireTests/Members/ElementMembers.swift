import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// The members that an element may have in answers: those that are written of elements that have everything.
struct ElementMembers {
  /// The members of an element's object.
  let rows: Set<String>
  /// The members of `cells`, each with a value for each cell.
  let columns: Set<String>
  /// The members of the tables that are handed back.
  private static let handedBack = (MemberRow.ofItems + MemberRow.ofHeaders)
    .filter { !$0.isGeometry }
  /// Their forms, by their names.
  static let forms = [String: MemberForm](handedBack.map { ($0.name, $0.form) }) { $1 }

  init() throws {
    let elements = (Element.Kind.allCases + [.cell]).enumerated().map { place, kind in
      LayoutAttributes(
        element: Element(
          kind: kind, section: kind.isOfSection ? 0 : -1,
          index: place == Element.Kind.allCases.count ? 1 : 0),
        frame: Rect(x: 0, y: 0, width: 1, height: 1), zIndex: 7,
        columnIndex: kind == .cell ? 1 : nil,
        isPinned: kind.category == .supplementary ? true : nil)
    }
    let appearance = Appearance(
      backgroundColor: "a", selectedBackgroundColor: "b", padding: EdgeInsets(top: 1),
      members: MemberRow.ofHeaders.reduce(GivenMembers()) { members, row in
        let isText = if case .text = row.form { true } else { false }
        return members.with(
          isText ? .text([7]) : .number(ElementMembers.other(than: row)), of: row)
      })
    let look = Appearance(
      backgroundColor: "a", selectedBackgroundColor: "b", padding: EdgeInsets(top: 1))
    // A matrix of the plane is written in the one form, any other one in the other form.
    let given = [1.0, 2].map { m33 in
      var matrix = GivenMembers.identity
      matrix[12] = 9
      matrix[10] = m33
      return MemberRow.ofItems.reduce(GivenMembers()) { members, row in
        let value: MetricValue =
          switch row.form {
          case .text: .text([7])
          case .matrix: .matrix(matrix)
          case .number, .whole, .wholeOrAll, .place, .flag: .number(ElementMembers.other(than: row))
          }
        return members.with(value, of: row)
      }
    }
    let appearances = ElementAppearances(
      appearance: { $0.kind == .cell ? look : appearance }, color: { _ in "c" },
      isEstimated: { _ in true },
      members: { given[$0.index] })
    func written(_ format: ListFormat) throws -> JSONValue {
      var (encoder, writer) = (AttributesEncoder(appearances: appearances), JSONWriter())
      writer.literal("{")
      encoder.members(elements, format: format, to: &writer)
      writer.literal("}")
      return try JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))
    }
    func keys(_ objects: [JSONValue]) -> Set<String> {
      Set(objects.flatMap { $0.members ?? [] }.map(\.key)).subtracting(MemberTable.ofTests)
    }
    let rested = try #require(try written(.rows)["elements"]?.array)
    rows = keys(rested + [try ElementMembers.shownCell()])
    columns = keys([try #require(try written(.columns)["cells"])])
    // Everything is handed back that is no geometry.
    for row in ElementMembers.handedBack where !row.isOfTests && row.isOfElements {
      #expect(rows.contains(row.name), "\(row.name)")
    }
    for row in MemberRow.ofItems where row.isOfElements && !row.isOfTests {
      #expect(columns.contains(row.name), "\(row.name)")
    }
  }

  /// A cell as an effect shows it.
  private static func shownCell() throws -> JSONValue {
    let stop = EffectStop(StopKey.allCases.map { $0 == .at ? 0 : nil })
    let effect = Effect(
      unit: 1, focus: nil, perspective: nil, origin: EffectOrigin(), stops: [stop])
    let cell = LayoutAttributes(
      element: Element(kind: .cell, section: 0, index: 0),
      frame: Rect(x: 0, y: 0, width: 1, height: 1), zIndex: 0)
    let axis = Axis(
      isHorizontal: false, isMirrored: false, contentExtentAcross: 1, contentExtentAlong: 1)
    let shown = ShownCell(
      cell, CellAttributes(), effect, at: FocalLine(effect, edges: (0, 1)), on: axis)
    var encoder = AttributesEncoder(
      appearances: ElementAppearances(appearance: { _ in nil }, color: { _ in nil }))
    var writer = JSONWriter()
    encoder.element(shown, to: &writer)
    return try JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))
  }

  /// A value that is not the default.
  private static func other(than member: MemberRow) -> Double {
    let values: [Double] =
      switch member.form {
      case .number(let range): [range.lowerBound, range.upperBound]
      case .whole(let range), .wholeOrAll(let range):
        [Double(range.lowerBound), Double(range.upperBound)]
      case .place(let range): [member.form.kept(Double(range.lowerBound))]
      case .flag, .text, .matrix: [0, 1]
      }
    return values.first { $0 != member.standard }!
  }
}

extension DescribedMembers {
  /// What version 1 has foretold, and no element has yet; and what pinning records alone have.
  private static let foretold: Set<String> = ["waits"]

  /// What the schemas of elements lack, or have beside what is answered.
  func faults(_ elements: ElementMembers) -> [String] {
    var faults: [String] = []
    for (name, members) in [("Element", elements.rows), ("Cells", elements.columns)] {
      let properties = schemas[name]?["properties"]
      let given = Set((properties?.members ?? []).map(\.key))
      for member in members.sorted() {
        let form = ElementMembers.forms[member]
        let line = "\(member): \(form.map { DescribedMembers.type($0) } ?? "…")"
        guard let schema = properties?[member] else {
          faults.append("openapi.yaml: \(name): lacks the line \(line)")
          continue
        }
        // A cell that lacks it has null in the array.
        let types = type(of: name == "Cells" ? schema["items"] : schema)
        guard let form else { continue }
        let expected: JSONValue = .string(DescribedMembers.type(form))
        if types != (name == "Cells" ? [expected, "null"] : expected) {
          faults.append("openapi.yaml: \(name): \(member) is not \(line)")
        }
      }
      for member in given.subtracting(members).subtracting(DescribedMembers.foretold).sorted() {
        faults.append("openapi.yaml: \(name): has a line \(member), which no element has")
      }
    }
    for member in DescribedMembers.foretold.intersection(elements.rows).sorted() {
      faults.append("\(member) is answered, and so no longer foretold")
    }
    return faults
  }

  private static func type(_ form: MemberForm) -> String {
    switch form {
    case .number: "number"
    case .whole, .wholeOrAll, .place: "integer"
    case .flag: "boolean"
    case .text: "string"
    case .matrix: "array"
    }
  }
}

extension DeclaredMembers {
  /// What the Swift client's element lacks: a variable, or a line that reads or writes it.
  func swiftFaults(_ elements: ElementMembers) -> [String] {
    let given = variables(of: "LayoutElement")
    let coding = lines(from: "extension LayoutElement: Codable {")
    var faults: [String] = []
    for member in elements.rows.sorted() {
      let form = ElementMembers.forms[member]
      let types = form.map { [swiftType($0), swiftType($0) + "?"] }
      guard let type = given[member], types?.contains(type) ?? true else {
        let line = "public var \(member): \(types?[1] ?? "…")"
        faults.append("\(folder): LayoutElement: lacks the line \(line)")
        continue
      }
      for call in ["decode", "encode"]
      where !coding.contains(where: { $0.contains(call) && $0.contains("forKey: .\(member))") }) {
        // A long line has two halves.
        let isOfTwo = zip(coding, coding.dropFirst()).contains { first, second in
          first.contains(call) && second.contains("forKey: .\(member))")
        }
        if !isOfTwo { faults.append("\(folder): LayoutElement: does not \(call) \(member)") }
      }
    }
    for member in Set(given.keys).subtracting(elements.rows).sorted() {
      faults.append("\(folder): LayoutElement: has a line \(member), which no element has")
    }
    return faults
  }

  /// What the TypeScript client's element lacks.
  func typeScriptFaults(_ elements: ElementMembers) -> [String] {
    var given: [String: String] = [:]
    for line in declaration("interface Element") {
      guard let match = line.wholeMatch(of: /[ ]{2}(\w+)\??: (.+);/) else { continue }
      given[String(match.1)] = String(match.2)
    }
    var faults: [String] = []
    for member in elements.rows.sorted() {
      let expected: String? =
        switch ElementMembers.forms[member] {
        case .number, .whole, .wholeOrAll, .place: "number"
        case .flag: "boolean"
        case .text: "string"
        case .matrix: "number[]"
        case nil: nil
        }
      if given[member] == nil || (expected != nil && given[member] != expected) {
        faults.append("\(folder): Element: lacks the line \(member)?: \(expected ?? "…");")
      }
    }
    // Global headers of pinning records say that they wait.
    for member in Set(given.keys).subtracting(elements.rows).subtracting(["waits"]).sorted() {
      faults.append("\(folder): Element: has a line \(member), which no element has")
    }
    return faults
  }
}
