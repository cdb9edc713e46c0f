import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("The parameter fields")
struct FieldsTests {
  static let snapshot: JSONValue = [
    "globalHeaders": [["height": 20, "pin": true, "backgroundColor": "red"]],
    "sections": [
      [
        "engine": "column",
        "metrics": [
          "numberOfColumns": 2, "separatorColor": "gray", "padding": ["top": 2],
          "effect": ["unit": 100, "stops": [["at": -9, "scale": 2], ["at": 9, "scale": 1]]],
        ],
        "headers": [["height": 30, "data": "a", "pin": true]],
        "items": [
          "heights": [40, 50, 60], "alpha": [1, 0.5, nil], "data": ["b", "b", nil],
          "transform": [nil, [1, 0, 0, 1, 3, 4], nil], "estimated": [true, false, false],
          "zIndex": [1, nil, nil],
        ],
      ],
      ["engine": "flow", "items": ["count": 4, "alpha": 0.25]],
    ],
  ]

  @Test(
    "Elements have the members that are named, and those that say which they are",
    arguments: [
      "frame", "alpha,data", "columnIndex,zIndex,section", "color,padding,backgroundColor",
      "estimated,distance,transformedFrame,transform", "pinned,item",
    ])
  func chosen(fields: String) throws {
    let test = try TestService()
    let path = try test.path(of: FieldsTests.snapshot)
    let names = Set(
      fields.split(separator: ",").map(String.init)
        + ["category", "kind", "section", "item", "index"])
    let bounds = "width=300&bounds=0,0,300,400"
    var compared = 0
    for call in [
      "?\(bounds)", "/elements?\(bounds)", "/special?\(bounds)", "/hit?\(bounds)&point=20,80",
      "/items/0/1?\(bounds)", "/supplementary/header/0/0?\(bounds)", "/window?\(bounds)",
      "/reorder?\(bounds)&item=1,1&point=5,5", "?widths=300,400&length=400",
    ] {
      let whole = try test.json("\(path)\(call)")
      let part = try test.json("\(path)\(call)&fields=\(fields)")
      compare(part, whole, names, call, &compared)
    }
    #expect(compared > 20)
  }

  /// Compares an answer with the whole one, of whose elements only some members are kept.
  private func compare(
    _ part: JSONValue, _ whole: JSONValue, _ names: Set<String>, _ call: String,
    _ compared: inout Int
  ) {
    if let members = whole.members, whole["category"] != nil {
      let kept = members.filter { names.contains($0.key) }
      #expect(part.members?.map(\.key) == kept.map(\.key), "\(call) \(part.text)")
      #expect(part.members?.map(\.value) == kept.map(\.value), "\(call)")
      compared += 1
    } else if let members = whole.members {
      for member in members {
        compare(
          part[member.key] ?? .null, member.value, names, "\(call) \(member.key)", &compared)
      }
    } else if let list = whole.array {
      #expect(part.array?.count == list.count, "\(call)")
      for (part, whole) in zip(part.array ?? [], list) {
        compare(part, whole, names, call, &compared)
      }
    } else {
      #expect(part == whole, "\(call)")
    }
  }

  @Test("In columns, the frame is four of them")
  func columns() throws {
    let test = try TestService()
    let path = try test.path(of: FieldsTests.snapshot)
    func names(_ fields: String) throws -> Set<String> {
      let query = "width=300&rect=0,0,300,400&format=columns&fields=\(fields)"
      return Set(try test.json("\(path)/elements?\(query)")["cells"]?.members?.map(\.key) ?? [])
    }
    #expect(try names("frame") == ["section", "item", "x", "y", "width", "height"])
    #expect(try names("alpha,data") == ["section", "item", "alpha", "data"])
    #expect(try names("item") == ["section", "item"])
  }

  @Test("Names that no element has are refused, and calls without elements take none")
  func refused() throws {
    let test = try TestService()
    let path = try test.path(of: FieldsTests.snapshot)
    for fields in ["x", "frame,", ",frame", "Frame", "frame,heights"] {
      let target = "\(path)/elements?width=300&rect=0,0,9,9&fields=\(fields)"
      let problem = try test.expect(test.get(target), 400, "bad-parameter", "\(fields)")
      #expect(problem["errors"]?[0]["code"] == "out-of-range", "\(fields)")
    }
    try test.expect(
      test.get("\(path)/elements?width=300&rect=0,0,9,9&fields="), 400, "bad-parameter")
    try test.expect(test.get("\(path)/sections?width=300&fields=frame"), 400, "bad-parameter")
  }
}
