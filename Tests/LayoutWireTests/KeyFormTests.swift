import Testing

@testable import LayoutCore
@testable import LayoutWire

/// Values are made from the tables alone, so that a row that no decoder reads, or reads otherwise, is found.
@Suite("The tables of members and the decoders")
struct KeyFormTests {
  /// A value that a form has, and one of another type of JSON.
  private static func values(_ form: KeyForm) -> (right: String, wrong: String) {
    switch form {
    case .value(let form): values(form)
    case .metrics: ("{}", "1")
    case .stack, .globalStack: (#"[{"hidden":true}]"#, "1")
    case .placeholder: ("{}", "null")
    case .placeholderOrNull: ("null", "1")
    case .items, .sizes: ("[]", #""a""#)
    case .section: ("{}", "1")
    case .sections: ("[{}]", "1")
    case .count: ("1", #""a""#)
    case .index: ("0", #""a""#)
    case .indices: ("[]", "1")
    case .path: (#"{"section":0,"item":0}"#, "1")
    case .extents: ("[]", "1")
    case .flags: ("true", "1")
    case .members(let member): values(.member(member.form))
    case .entries: ("[]", "1")
    case .settings, .node: ("{}", "1")
    case .nodes, .nodeHeaders, .nodeSections, .keys: ("[]", "1")
    }
  }

  private static func values(_ form: MetricForm) -> (right: String, wrong: String) {
    switch form {
    case .extent, .positive, .columns: ("1", "true")
    case .extentOrRemainder: (#""remainder""#, "true")
    case .size, .edges: ("{}", "1")
    case .choice(let words): ("\"\(words.words[0])\"", "1")
    case .styles: (#"["fullWidth"]"#, "1")
    case .flag: ("true", "1")
    case .color: ("null", "1")
    case .background, .shelf: ("{}", "[]")
    case .effect: (#"{"stops":[{"at":1}]}"#, "1")
    case .origin: ("{}", "null")
    case .stops: (#"[{"at":1}]"#, "null")
    case .stop: (#"{"at":1}"#, "null")
    case .groups: (#"[{"ratio":1}]"#, "null")
    case .group: (#"{"ratio":1}"#, "null")
    case .parts: ("[{}]", "null")
    case .part: ("{}", "null")
    case .member(.text): (#""a""#, "1")
    case .member(.flag): ("true", #""a""#)
    case .member(.matrix(let count)):
      ("[\(Array(repeating: "1", count: count).joined(separator: ","))]", "1")
    case .member(.wholeOrAll): (#""all""#, "true")
    case .member: ("1", #""a""#)
    }
  }

  /// Checks each member of an object that stands somewhere in a snapshot or a change.
  ///
  /// - Parameters:
  ///   - others: Members that have to be there beside a member.
  ///   - codes: The codes of the problem of a text that has the object.
  private static func check<Key>(
    _ members: [(key: Key, name: String, form: KeyForm)], besides others: (Key) -> [String: String],
    _ codes: (String) -> [Problem.Code]
  ) {
    for (key, name, form) in members {
      func object(_ value: String) -> String {
        let members = others(key).merging([name: value]) { $1 }
        return "{" + members.map { "\"\($0)\":\($1)" }.sorted().joined(separator: ",") + "}"
      }
      let (right, wrong) = values(form)
      #expect(codes(object(right)) == [], "\(object(right))")
      #expect(codes(object(wrong)).contains(.wrongType), "\(object(wrong))")
    }
    #expect(codes(#"{"unheardOf":1}"#).contains(.unknownKey))
  }

  private static func check<Key: ObjectKey>(
    _: Key.Type, besides others: (Key) -> [String: String] = { _ in [:] },
    _ codes: (String) -> [Problem.Code]
  ) {
    check(Key.allCases.map { ($0, $0.name, $0.form) }, besides: others, codes)
  }

  private static func codes(_ json: String) -> [Problem.Code] {
    problem(json)?.issues.map(\.code) ?? []
  }

  @Test("Members of items have the places of the list")
  func places() {
    #expect(ItemKey.allCases.map(\.place) == Array(ItemKey.allCases.indices))
  }

  @Test("Every member of a snapshot and of its parts is read as its form says")
  func snapshots() {
    KeyFormTests.check(
      RootKey.self, besides: { _ in ["sections": "[]"] }, { KeyFormTests.codes($0) })
    KeyFormTests.check(SectionKey.self) { KeyFormTests.codes("{\"sections\":[\($0)]}") }
    KeyFormTests.check(
      SupplementaryKey.self, besides: { _ in ["height": "1"] },
      { KeyFormTests.codes("{\"sections\":[],\"globalHeaders\":[\($0)]}") })
    KeyFormTests.check(PlaceholderKey.self) {
      KeyFormTests.codes("{\"sections\":[{\"placeholder\":\($0)}]}")
    }
    KeyFormTests.check(MetricsKey.self) {
      KeyFormTests.codes("{\"metrics\":\($0),\"sections\":[]}")
    }
    func effect(_ effect: String) -> [Problem.Code] {
      KeyFormTests.codes("{\"metrics\":{\"effect\":\(effect)},\"sections\":[]}")
    }
    KeyFormTests.check(EffectKey.self, besides: { _ in ["stops": #"[{"at":0}]"#] }, effect)
    KeyFormTests.check(OriginKey.self) { effect(#"{"origin":\#($0),"stops":[{"at":0}]}"#) }
    KeyFormTests.check(
      StopKey.self, besides: { _ in ["at": "0"] }, { effect(#"{"stops":[\#($0)]}"#) })
    func groups(_ group: String) -> [Problem.Code] {
      KeyFormTests.codes("{\"metrics\":{\"groups\":[\(group)]},\"sections\":[]}")
    }
    KeyFormTests.check(
      GroupKey.self, besides: { key in key == .height || key == .ratio ? [:] : ["ratio": "1"] },
      groups)
    KeyFormTests.check(GroupPartKey.self) { groups(#"{"ratio":1,"row":[\#($0)]}"#) }
    KeyFormTests.check(EdgeKey.self) {
      KeyFormTests.codes("{\"metrics\":{\"sectionInset\":\($0)},\"sections\":[]}")
    }
    KeyFormTests.check(BackgroundKey.self) {
      KeyFormTests.codes("{\"metrics\":{\"background\":\($0)},\"sections\":[]}")
    }
    KeyFormTests.check(ShelfKey.self) {
      KeyFormTests.codes("{\"metrics\":{\"shelf\":\($0)},\"sections\":[]}")
    }
    KeyFormTests.check(ItemKey.self) { KeyFormTests.codes("{\"sections\":[{\"items\":[\($0)]}]}") }
    KeyFormTests.check(
      ItemListKey.self,
      besides: { key in
        if case .list = key { [:] } else { ["count": "1"] }
      },
      { KeyFormTests.codes("{\"sections\":[{\"items\":\($0)}]}") })
  }

  private static func codes(_ step: String, ofPlan: Bool) -> [Problem.Code] {
    do throws(DecodingInterrupted) {
      if ofPlan {
        var meter = WorkMeter.unlimited
        _ = try Array("{\"counts\":[],\"steps\":[\(step)]}".utf8).withText {
          (text) throws(DecodingInterrupted) in
          try StepsDecoder.plan(text, hasSlack: false, meter: &meter)
        }
      } else {
        _ = try postedSteps("{\"steps\":[\(step)]}")
      }
      return []
    } catch {
      guard case .problem(let problem) = error else { return [] }
      return problem.issues.map(\.code)
    }
  }

  @Test("Every list of a step, and every member of its entries, is read as its form says")
  func steps() {
    KeyFormTests.check(StepKey.self) { KeyFormTests.codes($0, ofPlan: false) }
    KeyFormTests.check(SetKey.self) { KeyFormTests.codes("{\"set\":\($0)}", ofPlan: false) }
    for list in Step.List.allCases {
      let members = list.row.members
      let required = members.filter(\.isRequired)
      let needed = Dictionary(
        uniqueKeysWithValues: required.map { ($0.key.name, KeyFormTests.values($0.form).right) })
      func others(_ key: EntryKey) -> [String: String] {
        if list == .adjust {
          return needed.merging(key == .at || key == .item ? [:] : ["item": "0"]) { $1 }
        }
        guard list == .resize else { return needed }
        // What stands for places, and what for neighbours.
        let form =
          [EntryKey.item, .items].contains(key)
          ? ["item": "0", "items": "0"] : ["at": "[]"]
        return needed.merging(form) { $1 }
      }
      for ofPlan in list.row.isOfPlans ? [true, false] : [false] {
        KeyFormTests.check(
          members.map { ($0.key, $0.key.name, $0.form) }, besides: others
        ) { KeyFormTests.codes("{\"\(list.rawValue)\":[\($0)]}", ofPlan: ofPlan) }
        for member in required {
          var left = needed
          left[member.key.name] = nil
          let entry = left.map { "\"\($0)\":\($1)" }.joined(separator: ",")
          let found = KeyFormTests.codes("{\"\(list.rawValue)\":[{\(entry)}]}", ofPlan: ofPlan)
          #expect(found.contains(.missing), "\(list) \(member.key.name)")
        }
      }
      if !list.row.isOfPlans {
        let codes = KeyFormTests.codes("{\"\(list.rawValue)\":[]}", ofPlan: true)
        #expect(codes == [.unknownKey], "\(list)")
      }
    }
  }
}
