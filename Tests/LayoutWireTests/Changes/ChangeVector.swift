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
    let before = MarkedSnapshot(try #require(json["snapshot"]))
    let after = MarkedSnapshot(try #require(json["result"]))
    let old = try Layout.of(before.json, containerWidth: extent)
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
      before: old, after: try Layout.of(after.json, containerWidth: extent),
      mapping: applied.mapping,
      slides: SlidingSections(applied) { source in
        let step = posted.steps[source.step]
        return source.list == .insertSections
          ? step.insertedSlides[source.entry] : step.deletedSlides[source.entry]
      },
      estimates: EstimatedCells(
        before: { before.isEstimated($0) }, after: { after.isEstimated($0) }))
  }

  /// The bounds as the example's `anchor` moves them.
  func anchored() throws -> AnchoredBounds {
    let text = try #require(json["anchorParameter"]?.string)
    let rule: AnchorRule
    switch text {
    case "none": rule = .none
    case "auto": rule = .auto
    case "first": rule = .first
    case "end": rule = .end
    default:
      let numbers = text.split(separator: ",").compactMap { Int($0) }
      rule = .item(ItemPath(numbers[0], numbers[1]))
    }
    var meter = StepMeter.unlimited
    return try change.anchoredBounds(bounds, inset: inset, rule: rule, meter: &meter)
  }
}

/// A snapshot without marks, which the decoder does not read, and the marks.
struct MarkedSnapshot: Sendable {
  let json: JSONValue
  private var marks: [[Bool]] = []

  init(_ snapshot: JSONValue) {
    var snapshot = snapshot
    let sections = snapshot["sections"]?.array ?? []
    var plain: [JSONValue] = []
    for var section in sections {
      var marks: [Bool] = []
      if let items = section["items"] { section["items"] = MarkedSnapshot.items(items, &marks) }
      for stack in ["headers", "footers"] {
        if let list = section[stack] { section[stack] = MarkedSnapshot.stack(list) }
      }
      plain.append(section)
      self.marks.append(marks)
    }
    snapshot["sections"] = .array(plain)
    if let list = snapshot["globalHeaders"] {
      snapshot["globalHeaders"] = MarkedSnapshot.stack(list)
    }
    json = snapshot
  }

  func isEstimated(_ item: ItemPath) -> Bool {
    let marks = marks[item.section]
    return item.item < marks.count && marks[item.item]
  }

  private static func stack(_ list: JSONValue) -> JSONValue {
    .array(
      (list.array ?? []).map { entry in
        var entry = entry
        entry["estimated"] = nil
        return entry
      })
  }

  private static func items(_ items: JSONValue, _ marks: inout [Bool]) -> JSONValue {
    if let rows = items.array {
      var plain: [JSONValue] = []
      for var row in rows {
        let count = row["count"]?.int ?? 1
        marks += Array(repeating: row["estimated"]?.bool ?? false, count: count)
        row["count"] = nil
        row["estimated"] = nil
        plain += Array(repeating: row, count: count)
      }
      return .array(plain)
    }
    guard items.members != nil else { return items }
    var plain = items
    plain["estimated"] = nil
    if let list = items["estimated"]?.array {
      marks = list.map { $0.bool ?? false }
    } else if items["estimated"]?.bool == true {
      let listed = (items["widths"] ?? items["heights"])?.array?.count
      marks = Array(repeating: true, count: items["count"]?.int ?? listed ?? 0)
    }
    return plain
  }
}

extension Rect {
  init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// A frame as answers write it.
  init?(_ frame: JSONValue?) {
    guard let frame, let x = frame["x"]?.double, let y = frame["y"]?.double,
      let width = frame["width"]?.double, let height = frame["height"]?.double
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
