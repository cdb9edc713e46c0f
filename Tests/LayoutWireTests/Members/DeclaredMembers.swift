import Foundation

@testable import LayoutCore

/// What the clients declare by hand, beside the core's tables.
struct DeclaredMembers {
  let folder: String
  private let lines: [Substring]

  /// Takes all files of a folder of the repository.
  init(_ folder: String) throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let files = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    let texts = try files.filter { ["swift", "ts"].contains($0.pathExtension) }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    self.folder = folder
    lines = texts.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of a declaration, such as `struct Step`, with the first one; none where it is not there.
  func declaration(_ name: String) -> ArraySlice<Substring> {
    let start = lines.firstIndex { line in
      let words = line.drop { $0 == " " }
      guard words.hasPrefix("public \(name)") || words.hasPrefix("export \(name)") else {
        return false
      }
      return !(words.dropFirst("public ".count + name.count).first?.isLetter ?? false)
    }
    guard let start else { return [] }
    let indentation = lines[start].prefix { $0 == " " }
    let end = lines[start...].firstIndex {
      $0 == indentation + "}" || ($0.isEmpty && name.hasPrefix("type"))
        || ($0.hasSuffix("}") && $0.contains("{") && $0.hasPrefix("export"))
    }
    return lines[start...(end ?? start)]
  }

  /// The lines from one to the first that ends its block or its parentheses; none where it is not there.
  func lines(from start: String) -> ArraySlice<Substring> {
    guard let first = lines.firstIndex(where: { $0.drop { $0 == " " }.hasPrefix(start) })
    else { return [] }
    var depth = 0
    let last = lines[first...].firstIndex { line in
      for character in line {
        if "({".contains(character) { depth += 1 } else if ")}".contains(character) { depth -= 1 }
      }
      return depth == 0
    }
    return lines[first...(last ?? first)]
  }

  // MARK: Swift

  /// The members that types of the Swift client have for snapshots with a source.
  private static let swiftMembersOfSources = [
    "SnapshotInput": ["source": "SourceNode?"], "SectionInput": ["keys": "[ItemKey]?"],
    "SupplementaryInput": ["visibleWhileShowingPlaceholder": "Bool?"],
  ]

  /// What a type of the Swift client lacks of a table, has beside it, or says otherwise.
  func swiftFaults(_ table: MemberTable) -> [String] {
    let place = "\(folder): \(table.type)"
    let given = variables(of: table.type)
    if given.isEmpty { return ["\(place): not there"] }
    var faults: [String] = []
    for member in table.members {
      // What is not said of insets is 0. A source may replace the sections of a snapshot.
      let isOptional = table.type == "SnapshotInput" || !member.isRequired
      let mark = isOptional && table.type != "LayoutInsets" ? "?" : ""
      let expected = swiftType(member.form)
      guard let type = given[member.name] else {
        faults.append("\(place): lacks the line public var \(member.name): \(expected)\(mark)")
        continue
      }
      if !isRight(type, member.form, expected, mark) {
        faults.append("\(place): has \(member.name): \(type), and not \(expected)\(mark)")
      }
    }
    let ofSources = Self.swiftMembersOfSources[table.type] ?? [:]
    for (name, type) in ofSources where given[name] != type {
      faults.append("\(place): lacks the line public var \(name): \(type)")
    }
    let known = Set(table.members.map(\.name)).union(ofSources.keys)
    for name in given.keys.sorted() where !known.contains(name) {
      faults.append("\(place): has a line \(name), which is in no table")
    }
    return faults
  }

  /// What the two forms of the object that describes items lack in the Swift client, or say otherwise.
  func swiftFaultsOfItems() -> [String] {
    let (equal, columns) = (variables(of: "EqualItemsInput"), variables(of: "ItemColumnsInput"))
    return ItemListKey.allCases.filter { !MemberTable.ofTests.contains($0.name) }.flatMap {
      key -> [String] in
      let types: (equal: String?, columns: String?) =
        switch key {
        case .all(.count): ("Int", nil)
        case .all(.one): ("Double?", nil)
        case .list: (nil, "[Double]?")
        case .all(.estimated): ("Bool?", "ItemsInput.Marks?")
        case .all(.member(let place)):
          {
            let type = swiftType(MemberRow.ofItems[place].form)
            return ("\(type)?", "ItemsInput.Values<\(type)>?")
          }()
        }
      return [
        ("EqualItemsInput", types.equal, equal), ("ItemColumnsInput", types.columns, columns),
      ].compactMap { name, expected, given in
        guard let expected, given[key.name] != expected else { return nil }
        return "\(folder): \(name): lacks the line public var \(key.name): \(expected)"
      }
    }
  }

  /// The type of a list's entries in the Swift client.
  func swiftType(ofEntries list: Step.List) -> String {
    String((variables(of: "Step")[list.rawValue] ?? "").filter { !"[]?".contains($0) })
  }

  /// The variables of a structure, with their types.
  func variables(of type: String) -> [String: String] {
    var found: [String: String] = [:]
    let body = declaration("struct \(type)")
    let indentation = (body.first?.prefix { $0 == " " } ?? "") + "  public var "
    for line in body where line.hasPrefix(indentation) && !line.hasSuffix("{") {
      // A word of the language stands in backticks.
      let words = line.dropFirst(indentation.count).filter { $0 != "`" }
      let name = words.prefix { $0.isLetter || $0.isNumber }
      // A colour says by its value of which type it is.
      let given = words.dropFirst(name.count).drop { ":= ".contains($0) }
      found[String(name)] = String(given.hasSuffix(".inherited") ? given.dropLast(10) : given)
    }
    return found
  }

  private func isRight(
    _ type: String, _ form: KeyForm, _ expected: String, _ mark: String
  ) -> Bool {
    let name = type.filter { !"[]?".contains($0) }
    switch form {
    case .value(.choice(let words)):
      let cases = declaration("enum \(name)").first { $0.contains("case ") } ?? ""
      return type == name + mark
        && cases.split { !$0.isLetter }.dropFirst().map { String($0) } == words.words
    case .value(.color), .value(.background), .value(.shelf), .value(.effect):
      return type == expected
    case .entries: return type == "[\(name)]\(mark)"
    default: return type == expected + mark
    }
  }

  private func swiftType(_ form: KeyForm) -> String {
    switch form {
    case .value(.extent), .value(.positive): "Double"
    case .value(.extentOrRemainder): "RowHeight"
    case .value(.member(let form)): swiftType(form)
    case .placeholder: "PlaceholderInput"
    case .placeholderOrNull: "PlaceholderInput?"
    case .value(.columns), .count, .index: "Int"
    case .value(.size): "ItemSize"
    case .value(.edges): "LayoutInsets"
    case .value(.choice(let words)): "an enumeration of \(words.words.joined(separator: ", "))"
    case .value(.styles): "[SegmentStyle]"
    case .value(.flag): "Bool"
    case .value(.color): "ColorInput"
    case .value(.background): "ObjectInput<BackgroundInput>"
    case .value(.shelf): "ObjectInput<ShelfInput>"
    case .value(.effect): "ObjectInput<EffectInput>"
    case .value(.origin): "Origin"
    case .value(.stops): "[Stop]"
    case .value(.stop): "Stop"
    case .value(.groups): "[GroupInput]"
    case .value(.parts): "[Part]"
    case .value(.group): "GroupInput"
    case .value(.part): "Part"
    case .metrics: "MetricsInput"
    case .stack, .globalStack: "[SupplementaryInput]"
    case .items, .sizes: "ItemsInput"
    case .section: "SectionInput"
    case .sections: "[SectionInput]"
    case .indices: "[Int]"
    case .path: "ItemPath"
    case .extents: "[Double]"
    case .flags: "Estimate"
    case .members(let member): "ItemsInput.Values<\(swiftType(member.form))>"
    case .entries(let list): "a list of the entries of \(list)"
    case .settings: "Setting"
    case .node: "SourceNode"
    case .nodes: "[SourceNode]"
    case .nodeHeaders: "[NodeHeaderInput]"
    case .nodeSections: "[NodeSectionInput]"
    case .keys: "[ItemKey]"
    }
  }

  func swiftType(_ form: MemberForm) -> String {
    switch form {
    case .number: "Double"
    case .whole, .place: "Int"
    case .wholeOrAll: "ItemSpan"
    case .flag: "Bool"
    case .text: "String"
    case .matrix: "[Double]"
    }
  }

  // MARK: TypeScript

  /// What a declaration of the TypeScript client lacks: of each form, one of its alternatives has all members.
  func typeScriptFaults(_ name: String, _ forms: [MemberTable.Form]) -> [String] {
    faults(declaration(name).joined(separator: "\n"), name, forms)
  }

  /// What the entries of a list of a step lack there.
  func typeScriptFaults(ofEntries list: Step.List) -> [String] {
    let step = declaration("interface Step")
    let start = step.firstIndex { $0.hasPrefix("  \(list.rawValue)?: ") } ?? step.endIndex
    let end = step[start...].firstIndex { $0.hasSuffix("[];") } ?? step.endIndex
    var text = step[start..<min(end + 1, step.endIndex)].joined(separator: "\n")
    for name in ["type ItemResize", "interface StepAdjust", "interface StepSetSections"]
    where text.contains(name.split(separator: " ")[1]) {
      text = declaration(name).joined(separator: "\n")
    }
    return faults(text, "Step.\(list.rawValue)", MemberTable.forms(ofEntries: list))
  }

  private func faults(_ text: String, _ place: String, _ forms: [MemberTable.Form]) -> [String] {
    var text = text
    for name in ["ItemPath", "ItemSize", "ItemMembers", "ItemMemberLists"] {
      text = text.replacing(name, with: declaration("interface \(name)").joined(separator: "\n"))
    }
    let alternatives = text.replacing("\n  | ", with: "\u{0}").split(separator: "\u{0}")
    return forms.flatMap { form in
      alternatives.map { form.lacking(in: $0) }.min { $0.count < $1.count } ?? form.lacking(in: "")
    }.map { "\(folder): \(place): lacks the line \($0): …" }
  }
}

extension MemberTable.Form {
  /// The members that a text does not declare.
  fileprivate func lacking(in text: Substring) -> [String] {
    filter { name, isRequired in
      let marks = isRequired.map { [$0 ? "" : "?"] } ?? ["", "?"]
      return !marks.contains { mark in
        text.ranges(of: "\(name)\(mark): ").contains { range in
          range.lowerBound == text.startIndex
            || !text[text.index(before: range.lowerBound)].isLetter
        }
      }
    }.map { name, isRequired in name + (isRequired ?? true ? "" : "?") }.sorted()
  }
}
