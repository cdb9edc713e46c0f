import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWeb

@Suite("The vocabulary of the module")
struct VocabularyTests {
  private let given: JSONValue
  private let output: NumberOutput

  init() throws {
    let module = LayoutModule()
    try #require(module.vocabulary() == 0)
    output = module.output
    given = try JSONValue(parsing: String(decoding: output.texts, as: UTF8.self))
  }

  private func names(_ key: String) -> [String]? { given[key]?.array?.compactMap(\.string) }

  /// The rows of a kind of object.
  private func rows(_ object: String) -> [[JSONValue]] {
    given["objects"]?[object]?.array?.compactMap(\.array) ?? []
  }

  @Test("It names engines, styles, kinds, problems and keys in the order of their places")
  func names() throws {
    #expect(names("engines") == Engine.allCases.map(\.rawValue))
    #expect(names("styles") == SegmentStyle.allCases.map(\.rawValue))
    #expect(names("problems") == StepProblem.Code.allCases.map(\.rawValue))
    #expect(names("entryKeys") == EntryKey.all.map(\.name))
    let kinds = given["kinds"]?.array?.map { $0.array?.compactMap(\.string) ?? [] }
    #expect(kinds == Element.Kind.allCases.map { [$0.name, $0.category.rawValue] })
    #expect(output.numbers == [Double(ContentLimits.items)])
  }

  private func expectMembers<Key: ObjectKey>(_ object: String, _ keys: Key.Type) {
    let rows = rows(object)
    #expect(rows.map { $0.first?.string } == keys.allCases.map(\.name), "\(object)")
    #expect(rows.map { $0[2].int == 1 } == keys.allCases.map(\.isRequired), "\(object)")
  }

  @Test("It has a row for each member of every kind of object, in order")
  func members() {
    expectMembers("snapshot", RootKey.self)
    expectMembers("section", SectionKey.self)
    expectMembers("metrics", MetricsKey.self)
    expectMembers("header", SupplementaryKey.self)
    expectMembers("edges", EdgeKey.self)
    expectMembers("background", BackgroundKey.self)
    expectMembers("shelf", ShelfKey.self)
    expectMembers("effect", EffectKey.self)
    expectMembers("origin", OriginKey.self)
    expectMembers("stop", StopKey.self)
    expectMembers("group", GroupKey.self)
    expectMembers("part", GroupPartKey.self)
    expectMembers("items", ItemListKey.self)
    expectMembers("item", ItemKey.self)
    expectMembers("step", StepKey.self)
    expectMembers("set", SetKey.self)
    expectMembers("path", PathKey.self)
    for list in Step.List.allCases {
      let members = list.row.members
      #expect(rows(list.rawValue).map { $0.first?.string } == members.map(\.key.name))
      #expect(rows(list.rawValue).map { $0[2].int == 1 } == members.map(\.isRequired))
      for member in members where !EntryKey.all.contains(member.key) {
        if case .of = member.key { continue }
        Issue.record("the module does not read \(member.key.name) of \(list.rawValue)")
      }
    }
    for member in MemberRow.ofItems {
      let row = rows("items").first { $0.first?.string == member.name }
      #expect(row?[1].string == "members", "\(member.name)")
    }
  }

  @Test("Details are those of the forms, and engines read what their rules say")
  func details() throws {
    for (key, row) in zip(MetricsKey.allCases, rows("metrics")) {
      #expect(MetricsKey.allCases.filter { $0.name == "\(key)" } == [key], "\(key)")
      if case .choice(let words) = key.row.form {
        #expect(row.last?.array?.compactMap(\.string) == words.words, "\(key)")
      }
      if let rival = key.row.rival {
        #expect(rival.row.rival == key)
        if rival.rawValue < key.rawValue { #expect(row.last?.string == rival.name, "\(key)") }
      }
    }
    #expect(rows("section")[0].last?.numbers == [0, 256])
    #expect(rows("item")[2].last?.numbers == [0, 0x1p53])
    let reading = try #require(given["reading"]?.array).map { $0.array ?? [] }
    for (rules, given) in zip(EngineRules.all, reading) {
      #expect(given[0].array?.map { $0.int == 1 } == MetricsKey.allCases.map { rules.reads($0) })
      #expect(
        given[1].array?.map { $0.int == 2 }
          == ItemColumn.allCases.map { rules.items[$0].isRequired })
      #expect(
        given[1].array?.map { $0.int != 0 } == ItemColumn.allCases.map { rules.items[$0].isRead })
    }
  }
}
