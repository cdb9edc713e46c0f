import Comparison
import Foundation
import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("The changes of Tests/ChangeVectors")
struct ChangeVectorTests {
  @Test("There are thirty-six")
  func count() { #expect(ChangeVector.names.count == 36) }

  @Test("The bounds move as in the example", arguments: ChangeVector.names)
  func anchor(name: String) throws {
    let vector = try ChangeVector(name)
    let size = vector.change.after.contentSize
    let width = try #require(vector.json["contentSize"]?["width"]?.double)
    let height = try #require(vector.json["contentSize"]?["height"]?.double)
    #expect((size.width - width).magnitude < 1e-6)
    #expect((size.height - height).magnitude < 1e-6)
    let anchored = try vector.anchored()
    let bounds = Rect(try #require(vector.json["newBounds"]?.numbers))
    #expect(anchored.bounds.isClose(to: bounds.naive, in: size))
    let delta = try #require(vector.json["scrollDelta"]?.numbers)
    #expect((anchored.scrollDelta.x - delta[0]).magnitude < 1e-6)
    #expect((anchored.scrollDelta.y - delta[1]).magnitude < 1e-6)
    let anchor = vector.json["anchor"]
    #expect(anchored.anchor?.item.section == anchor?["section"]?.int)
    #expect(anchored.anchor?.item.item == anchor?["item"]?.int)
    #expect(anchored.anchor?.edge.rawValue == anchor?["edge"]?.string)
  }

  @Test("Every element goes as in the example", arguments: ChangeVector.names)
  func transition(name: String) throws {
    let vector = try ChangeVector(name)
    let anchored = try vector.anchored()
    var meter = StepMeter(portion: 100_000)
    let transitions = try vector.change.transitions(
      from: vector.bounds, to: anchored.bounds, inset: vector.inset, meter: &meter)
    let expected = try #require(vector.json["transition"]?.array)
    #expect(transitions.count == expected.count)
    for (found, entry) in zip(transitions, expected) {
      #expect(found.isClose(to: entry, in: vector.change), "\(entry.text)")
    }
  }

  @Test("What differs in the example is within the stretch", arguments: ChangeVector.names)
  func changed(name: String) throws {
    let vector = try ChangeVector(name)
    var meter = StepMeter(portion: 100_000)
    let found = try vector.change.changedStretch(meter: &meter)
    let least = try #require(vector.json["changedAtLeast"])
    guard let start = least["before"]?["start"]?.double, let end = least["before"]?["end"]?.double
    else { return }
    let stretch = try #require(found)
    let (before, after) = (vector.change.before.contentSize, vector.change.after.contentSize)
    let tolerance = 1e-6 * max(1, max(after.width, after.height) / 1000)
    let isHorizontal = vector.change.after.snapshot.scrollDirection == .horizontal
    let distance = isHorizontal ? after.width - before.width : after.height - before.height
    #expect(stretch.before.start <= start + tolerance, "\(stretch) \(least.text)")
    #expect(stretch.before.end >= end - tolerance, "\(stretch) \(least.text)")
    #expect(stretch.after.start == stretch.before.start)
    #expect((stretch.after.end - stretch.before.end - distance).magnitude <= tolerance)
  }
}
