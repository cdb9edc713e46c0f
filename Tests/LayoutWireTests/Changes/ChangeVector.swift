import Comparison
import Foundation
import LayoutCore
import LayoutWire
import Oracle
import Testing

/// An example change: two layouts, made from scratch, and the steps between them.
struct ChangeVector {
  static let names = StepsDecoderTests.names.filter { $0.hasPrefix("change") }

  let json: JSONValue
  let bounds: Rect
  let inset: EdgeInsets
  let change: LayoutChange

  init(_ name: String) throws {
    json = try JSONValue(
      parsing: Data(contentsOf: StepsDecoderTests.folder.appending(path: name)))
    let extent = try #require((json["width"] ?? json["height"])?.double)
    let before = try #require(json["snapshot"])
    let after = try #require(json["result"])
    let old = try Layout.of(before, containerWidth: extent)
    let body: JSONValue = ["steps": try #require(json["steps"])]
    let posted = try postedSteps(
      body.text, isHorizontal: old.snapshot.scrollDirection == .horizontal)
    var applied = AppliedSteps(
      sectionCount: old.snapshot.sections.count, itemCount: old.snapshot.itemCount,
      itemCount: { old.snapshot.sections[$0].items.count })
    var meter = StepMeter.unlimited
    for step in posted.steps { try applied.apply(step.step, meter: &meter) }
    bounds = Rect(try #require(json["bounds"]?.numbers))
    let inset = try #require(json["inset"]?.numbers)
    self.inset = EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
    change = LayoutChange(
      before: old, after: try Layout.of(after, containerWidth: extent),
      mapping: applied.mapping,
      slides: SlidingSections(applied) { source in
        let step = posted.steps[source.step]
        return source.list == .insertSections
          ? step.given.insertedSlides[source.entry] : step.given.deletedSlides[source.entry]
      })
  }

  /// The bounds as the example's `anchor` moves them.
  func anchored() throws -> AnchoredBounds {
    let text = try #require(json["anchorParameter"]?.string)
    let rule = try #require(AnchorRule(text))
    var meter = StepMeter.unlimited
    return try change.anchoredBounds(bounds, inset: inset, rule: rule, meter: &meter)
  }
}

extension Rect {
  init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
