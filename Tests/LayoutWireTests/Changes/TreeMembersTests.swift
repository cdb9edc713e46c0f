import ContentHash
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Members of the snapshots of two trees")
struct TreeMembersTests {
  @Test(
    "Those that differ are set, or taken away",
    arguments: [
      (#""globalHeaderBackgroundColor":"red","#, ""), (#""minimumContentLength":9,"#, ""),
      (#""globalHeaders":[{"height":9,"waits":true}],"#, #""globalHeaders":[{"height":9}],"#),
    ])
  func set(first: String, second: String) throws {
    for (from, to) in [(first, second), (second, first)] {
      let trees = [from, to].map { #"{\#($0)"source":{"items":3}}"# }
      let before = try SnapshotDecoder.snapshot(reading: Array(trees[0].utf8))
      let after = try SnapshotDecoder.snapshot(reading: Array(trees[1].utf8))
      var meter = WorkMeter.unlimited
      let posted = try StepsDecoder.change(
        Array(#"{"from":\#(trees[0]),"to":\#(trees[1])}"#.utf8).span.bytes, hasSlack: false,
        isHorizontal: nil, naming: .tests, meter: &meter)
      #expect(posted.steps.map(\.setsSnapshot) == [true])
      #expect(posted.steps[0].step.entryCount == 0)
      let changed = try ChangedSnapshot(posted, of: before, meter: &meter).snapshot
      #expect(id(changed) == id(after) && id(changed) != id(before))
    }
  }

  private func id(_ snapshot: Snapshot) -> Digest? {
    IdentifiedSnapshot(snapshot, unless: { false })?.id
  }
}
