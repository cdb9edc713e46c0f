import Foundation
import Oracle

@testable import LayoutCore

/// The schemas of openapi.yaml, beside the core's tables.
struct DescribedMembers {
  let schemas: JSONValue

  /// What the schemas lack of a table, have beside it, or say otherwise: a sentence for each.
  func faults(_ table: MemberTable) -> [String] {
    let place = "openapi.yaml: " + table.schemas.joined(separator: ", ")
    let objects = table.schemas.compactMap { schemas[$0] }
    guard objects.count == table.schemas.count else { return ["\(place): not there"] }
    var faults: [String] = []
    for member in table.members {
      let line = "\(member.name): \(DescribedMembers.schema(member.form))"
      let given = objects.compactMap { $0["properties"]?[member.name] }
      if given.isEmpty {
        faults.append("\(place): lacks the line \(line)")
      } else if !given.contains(where: { isRight(plain($0), member.form) }) {
        faults.append("\(place): has \(member.name): \(given.map(plain)), and not \(line)")
      }
      // A source may replace the sections of a snapshot.
      if table.type == "SnapshotInput", member.name == "sections" { continue }
      let count = objects.count { list($0["required"]).contains(member.name) }
      if member.isRequired ? count < objects.count : count > 0 && count == objects.count {
        faults.append("\(place): \(member.name) in required is \(!member.isRequired)")
      }
    }
    let known = Set(table.members.map(\.name))
    for name in objects.flatMap({ $0["properties"]?.members ?? [] }).map(\.key)
    where !known.contains(name) && !(table.type == "SnapshotInput" && name == "source") {
      faults.append("\(place): has a line \(name), which is in no table")
    }
    for object in objects where object["additionalProperties"] != .bool(false) {
      faults.append("\(place): lacks the line additionalProperties: false")
    }
    return faults
  }

  /// What a schema lacks of a list of members, or has beside it.
  func faults(_ name: String, _ members: [String]) -> [String] {
    let given = Set((schemas[name]?["properties"]?.members ?? []).map(\.key))
    return given.symmetricDifference(members).sorted().map {
      "openapi.yaml: \(name): " + (given.contains($0) ? "has a line \($0)" : "lacks \($0)")
    }
  }

  /// Which metrics' descriptions do not tell their defaults.
  func untoldDefaults() -> [String] {
    MetricsKey.documented.compactMap { key in
      let property = schemas["Metrics"]?["properties"]?[key.row.name]
      let description = property?["description"]?.string ?? ""
      let told: [String] =
        switch (key.row.standard, key.row.form) {
        case (.number(let number), _): [number.formatted()]
        case (.size(let size), _): [size.width.formatted()]
        case (.choice(let place), .choice(let words)): [words.words[place]]
        case (.styles(let styles), _): styles.styles.map(\.rawValue)
        case (.flag(true), _): ["true"]
        default: []
        }
      let lacking = told.filter { !description.contains($0) }
      return lacking.isEmpty
        ? nil : "openapi.yaml: Metrics: the description of \(key) lacks the default \(lacking)"
    }
  }

  /// The schemas of the entries of a list.
  func entrySchemas(_ list: Step.List, in step: String) -> [String] {
    let items = schemas[step]?["properties"]?[list.rawValue]?["items"]
    guard let name = items.flatMap(reference) else { return [] }
    return schemas[name]?["oneOf"]?.array?.compactMap(reference) ?? [name]
  }

  /// What schemas lack of the forms of an object, one for each, or have beside them.
  func faults(_ names: [String], _ forms: [MemberTable.Form]) -> [String] {
    zip(names, forms).flatMap { name, form in
      let required = list(schemas[name]?["required"])
      let given = MemberTable.Form(
        uniqueKeysWithValues: (schemas[name]?["properties"]?.members ?? []).map {
          ($0.key, Optional(required.contains($0.key)))
        })
      return Set(given.keys).union(form.keys).sorted().filter { given[$0] != form[$0] }.map {
        let what =
          given[$0] == nil
          ? "lacks the line \($0)"
          : form[$0] == nil
            ? "has a line \($0), which is in no table" : "is wrong in required of \($0)"
        return "openapi.yaml: \(name): \(what)"
      }
    }
      + (names.count == forms.count
        ? [] : ["openapi.yaml: \(names): there are \(forms.count) forms"])
  }

  private func list(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }

  /// The type of a value, as its schema, or the one that it refers to, says it.
  func type(of schema: JSONValue?) -> JSONValue? {
    guard let schema else { return nil }
    return schema["type"] ?? type(of: reference(schema).flatMap { schemas[$0] })
  }

  private func reference(_ schema: JSONValue) -> String? {
    schema["$ref"]?.string?.split(separator: "/").last.map { String($0) }
  }

  /// Schemas that have tables of their own, and are not looked into.
  private static let named: [String: String] = [
    "Metrics": "Metrics", "SupplementaryInput": "SupplementaryInput", "Items": "Items",
    "GivenItems": "Items", "SectionInput": "SectionInput", "Insets": "Insets",
    "PlaceholderInput": "PlaceholderInput", "Background": "Background", "Shelf": "Shelf",
    "Effect": "Effect", "EffectOrigin": "EffectOrigin", "EffectStop": "EffectStop",
    "Group": "Group",
    "GroupPart": "GroupPart",
    "StepPlace": "StepPlace", "StepSet": "StepSet",
  ]

  /// A schema without what is no condition, in one spelling: references are put in, keys stand in their order.
  private func plain(_ schema: JSONValue) -> String {
    if let name = reference(schema) {
      guard let own = DescribedMembers.named[name] else { return plain(schemas[name] ?? .null) }
      return own
    }
    switch schema {
    case .array(let parts): return "[" + parts.map(plain).joined(separator: ",") + "]"
    case .string(let text): return text
    case .bool(let flag): return "\(flag)"
    case .number(let number): return "\(number)"
    case .null: return "null"
    case .object(let members):
      let conditions = members.filter {
        !["description", "default", "format"].contains($0.key) && !$0.key.hasPrefix("x-")
      }
      let texts = conditions.map { "\($0.key):\(plain($0.value))" }
      return "{" + texts.sorted().joined(separator: ",") + "}"
    }
  }

  private func isRight(_ given: String, _ form: KeyForm) -> Bool {
    // The entries have tables of their own.
    if case .entries = form { return given.contains("type:array") }
    return given == DescribedMembers.schema(form)
  }

  /// The schema of a form, in that spelling.
  private static func schema(_ form: KeyForm) -> String {
    func list(_ item: String, _ others: String = "") -> String {
      "{items:\(item),\(others)type:array}"
    }
    func words(_ words: [String]) -> String {
      "{enum:[\(words.joined(separator: ","))],type:string}"
    }
    func whole(_ least: Int) -> String {
      "{maximum:\(Double(1 << 53)),minimum:\(Double(least)),type:integer}"
    }
    let extent = "{minimum:0.0,type:number}"
    let flag = "{type:boolean}"
    switch form {
    case .value(.extent): return extent
    case .value(.extentOrRemainder): return "{oneOf:[\(extent),\(words(["remainder"]))]}"
    case .placeholder: return "PlaceholderInput"
    case .placeholderOrNull: return "{oneOf:[PlaceholderInput,{type:null}]}"
    case .value(.member(let form)): return schema(form, "")
    case .value(.positive): return "{exclusiveMinimum:0.0,type:number}"
    case .value(.columns): return "{minimum:1.0,type:integer}"
    case .value(.size):
      return
        "{additionalProperties:false,properties:{height:\(extent),width:\(extent)},type:object}"
    case .value(.edges(_, least: 0)): return "Insets"
    case .value(.edges(_, let least)):
      let edges = ["bottom", "left", "right", "top"].map { "\($0):{minimum:\(least),type:number}" }
      let list = edges.joined(separator: ",")
      return "{additionalProperties:false,properties:{\(list)},type:object}"
    case .value(.background): return "{oneOf:[Background,{type:null}]}"
    case .value(.shelf): return "{oneOf:[Shelf,{type:null}]}"
    case .value(.effect): return "{oneOf:[Effect,{type:null}]}"
    case .value(.origin): return "EffectOrigin"
    case .value(.stops):
      return list("EffectStop", "maxItems:\(Double(EffectStop.countMax)),minItems:1.0,")
    case .value(.stop): return "EffectStop"
    case .value(.groups(let least)):
      let most = "maxItems:\(Double(ContentLimits.groups)),"
      return list("Group", most + (least == 0 ? "" : "minItems:\(Double(least)),"))
    case .value(.parts):
      return list("GroupPart", "maxItems:\(Double(ContentLimits.slots)),minItems:1.0,")
    case .value(.group): return "Group"
    case .value(.part): return "GroupPart"
    case .value(.choice(let names)): return words(names.words)
    case .value(.styles(let mayBeEmpty)):
      let most = "maxItems:\(Double(ContentLimits.segments)),"
      return list(
        words(SegmentStyle.allCases.map(\.rawValue)), most + (mayBeEmpty ? "" : "minItems:1.0,"))
    case .value(.flag): return flag
    case .value(.color): return "{maxLength:64.0,minLength:1.0,type:[string,null]}"
    case .metrics: return "Metrics"
    case .stack, .globalStack: return list("SupplementaryInput")
    case .items, .sizes: return "Items"
    case .section: return "SectionInput"
    case .sections: return list("SectionInput")
    case .count(let least): return whole(least)
    case .index: return whole(0)
    case .indices: return list(whole(0))
    case .path: return "StepPlace"
    case .extents: return list(extent)
    case .flags: return "{oneOf:[\(flag),\(list(flag))]}"
    case .members(let member):
      let (one, each) = (schema(member.form, ""), schema(member.form, ",null"))
      return "{oneOf:[\(one),\(list(each))]}"
    case .entries: return list("…")
    case .settings: return "StepSet"
    case .node: return "SourceNode"
    case .nodes: return list("SourceNode")
    case .nodeHeaders: return list("NodeHeaderInput")
    case .nodeSections: return list("NodeSectionInput")
    case .keys: return list("ItemKey")
    }
  }

  /// The schema of a member of a table, with further types.
  private static func schema(_ form: MemberForm, _ others: String) -> String {
    func type(_ name: String) -> String { others.isEmpty ? name : "[\(name)\(others)]" }
    switch form {
    case .matrix(let count):
      let numbers = MemberForm.numbersOfMatrix
      return "{items:{maximum:\(numbers.upperBound),minimum:\(numbers.lowerBound),type:number},"
        + "maxItems:\(Double(count)),minItems:\(Double(count)),type:\(type("array"))}"
    case .text(let byteCounts):
      let least = byteCounts.lowerBound
      return "{maxLength:\(Double(byteCounts.upperBound)),"
        + (least > 0 ? "minLength:\(Double(least))," : "") + "type:\(type("string"))}"
    case .flag: return "{type:\(type("boolean"))}"
    case .number(let range):
      return "{maximum:\(range.upperBound),minimum:\(range.lowerBound),type:\(type("number"))}"
    case .wholeOrAll(let range):
      let number = schema(.whole(range), "")
      let none = others.isEmpty ? "" : ",{type:null}"
      return "{oneOf:[\(number),{enum:[\(MemberForm.all)],type:string}\(none)]}"
    case .whole(let range), .place(let range):
      return "{maximum:\(Double(range.upperBound)),minimum:\(Double(range.lowerBound)),"
        + "type:\(type("integer"))}"
    }
  }
}
