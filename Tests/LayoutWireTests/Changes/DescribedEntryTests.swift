import Testing

@testable import JSONText
@testable import LayoutCore
@testable import LayoutWire

/// These tests make rows of their own.
@Suite("Entries that describe the items that they name")
struct DescribedEntryTests {
  private static let place = MemberRow.ofItems.firstIndex { $0.name == "probe" }!
  private static let table = EntryTable([
    EntryMember(.section, .index, isRequired: true), EntryMember(.item, .index, isRequired: false),
    EntryMember(.at, .indices, isRequired: false),
    EntryMember(.count, .count(least: 1), isRequired: false),
    EntryMember(
      .of(.all(.member(place))), .members(MemberRow.ofItems[place]), isRequired: true),
  ])

  /// `probe` of each item that an entry describes, run by run, or what is wrong with it.
  private func read(_ json: String) -> (values: [Double], faults: [String]) {
    do throws(DecodingInterrupted) {
      var meter = WorkMeter.unlimited
      var limits = SnapshotLimits()
      limits.explicitItems = 3
      let items = try Array(json.utf8).withText { [limits] (text) throws(DecodingInterrupted) in
        try SnapshotDecoder.read(
          text, hasSlack: false, depthMax: 2, limits: limits, refusal: .invalidChange,
          meter: &meter
        ) { decoder in
          let root = decoder.document.root
          guard let members = decoder.members(ofEntry: root, DescribedEntryTests.table) else {
            return GivenItems?.none
          }
          return decoder.entry(root, members, DescribedEntryTests.table).items
        }
      }
      var values: [Double] = []
      var item = 0
      while let items, item < items.count {
        let run = items.run(from: item)
        values += [Double(run.count), run.members?.number(100) ?? 1]
        item += run.count
      }
      return (values, [])
    } catch {
      guard case .problem(let problem) = error else { return ([], ["stopped"]) }
      return ([], problem.issues.map { "\($0.code.rawValue): \($0.detail)" })
    }
  }

  @Test("A list has a value for each item, as many as it is long")
  func lists() {
    #expect(read(#"{"section":4,"item":2,"probe":[3,null,-0.5]}"#).values == [1, 3, 1, 1, 1, -0.5])
    #expect(read(#"{"section":4,"item":2,"count":2,"probe":[3,4]}"#).values == [1, 3, 1, 4])
    #expect(read(#"{"section":4,"at":[7],"probe":[3]}"#).values == [1, 3])
    #expect(read(#"{"section":4,"item":2,"probe":[]}"#).values == [])
  }

  @Test("One value is that of all items that the entry names, and costs no more than one")
  func oneForAll() {
    #expect(read(#"{"section":4,"item":2,"probe":3}"#).values == [1, 3])
    #expect(read(#"{"section":4,"item":2,"count":1000000000,"probe":3}"#).values == [1e9, 3])
    #expect(read(#"{"section":4,"at":[7,3,1],"probe":3}"#).values == [1, 3, 1, 3, 1, 3])
  }

  @Test("What is wrong with a list, or with its length, is found where it stands")
  func faults() {
    #expect(
      read(#"{"section":4,"item":2,"probe":[1001,true]}"#).faults == [
        "out-of-range: must be from -1000 to 1000, not 1001",
        "wrong-type: must be a number, not true or false",
      ])
    #expect(
      read(#"{"section":4,"item":2,"count":3,"probe":[1]}"#).faults == [
        "not-allowed: has 1 items, but says count 3"
      ])
    #expect(
      read(#"{"section":4,"at":[1,2],"probe":[1]}"#).faults == [
        "not-allowed: has 1 values, at has 2"
      ])
    #expect(
      read(#"{"section":4,"item":2,"probe":[1,1,1,1]}"#).faults == [
        "too-many: makes more than 3 items of a step that are listed one by one"
      ])
    #expect(
      read(#"{"section":4,"item":2,"count":0,"probe":1}"#).faults == [
        "out-of-range: must be a whole number from 1 to 9007199254740992, not 0"
      ])
    #expect(read(#"{"section":4,"item":2}"#).faults == ["missing: is missing"])
  }
}
