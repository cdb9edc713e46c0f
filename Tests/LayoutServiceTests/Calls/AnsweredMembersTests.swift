import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

/// What items say beside their sizes, `probe`, through posts, steps and answers, against items written out one by one. It
/// exists where the package is built for debugging: a number from −1000 to 1000, 1 where nothing is said.
@Suite("Members of items in answers")
struct AnsweredMembersTests {
  private struct WrittenItem: Equatable {
    var height: Double
    var probe: Double
  }

  private struct Writer {
    var random: SplitMix64

    mutating func items(_ count: Int) -> [WrittenItem] {
      let (heights, probes) = ([10.0, 20.5, 30], [1.0, 1, -2.5, 7, 1000])
      return (0..<count).map { _ in
        WrittenItem(
          height: heights.randomElement(using: &random)!,
          probe: probes.randomElement(using: &random)!)
      }
    }

    /// Items in one of the forms that say them.
    mutating func form(_ items: [WrittenItem]) -> JSONValue {
      let isUniform = items.allSatisfy { $0 == items.first }
      if isUniform, let item = items.first, Bool.random(using: &random) {
        return [
          "count": .number(Double(items.count)), "height": .number(item.height),
          "probe": .number(item.probe),
        ]
      }
      if Bool.random(using: &random) {
        var lists: JSONValue = ["heights": .array(items.map { .number($0.height) })]
        lists["probe"] = .array(
          items.map { item in
            item.probe == 1 && Bool.random(using: &random) ? .null : .number(item.probe)
          })
        return lists
      }
      return .array(
        items.map { item in
          var object: JSONValue = ["height": .number(item.height)]
          if item.probe != 1 || Bool.random(using: &random) {
            object["probe"] = .number(item.probe)
          }
          return object
        })
    }

    /// A step, which is also applied to the items.
    mutating func step(_ items: inout [WrittenItem]) -> JSONValue {
      let start = Int.random(in: 0..<items.count, using: &random)
      let count = Int.random(in: 1...items.count - start, using: &random)
      var entry: JSONValue = ["section": 0, "item": .number(Double(start))]
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let new = self.items(3)
        entry["items"] = form(new)
        items.insert(contentsOf: new, at: start)
        return ["insert": [entry]]
      case 1:
        let new = self.items(count)
        entry["items"] = form(new)
        items.replaceSubrange(start..<start + count, with: new)
        return ["reload": [entry]]
      case 2:
        items[start].height = 44
        entry["items"] = [["height": 44]]
        return ["resize": [entry]]
      case 3 where count < items.count:
        entry["count"] = .number(Double(count))
        items.removeSubrange(start..<start + count)
        return ["delete": [entry]]
      case 4:
        let item = items.remove(at: start)
        items.insert(item, at: 0)
        return ["move": [["from": entry, "to": ["section": 0, "item": 0]]]]
      default:
        items = self.items(5)
        let section: JSONValue = ["engine": "column", "items": form(items)]
        return ["reloadSections": [["section": 0, "value": section]]]
      }
    }
  }

  private func expect(_ items: [WrittenItem], _ path: String, _ test: TestService) throws {
    let probes = items.map { $0.probe == 1 ? JSONValue.null : .number($0.probe) }
    let target = "\(path)/elements?width=300&rect=0,0,300,10000&limit=1000"
    let rows = try #require(try test.json(target)["elements"]?.array)
    #expect(rows.map { $0["probe"] ?? .null } == probes)
    #expect(rows.map { $0["frame"]?["height"] } == items.map { .number($0.height) })
    let columns = try test.json("\(target)&format=columns")["cells"]
    let given = probes.contains { $0 != .null }
    #expect(columns?["probe"]?.array == (given ? probes : nil))
    let one = try test.json("\(path)/items/0/0?width=300")
    #expect(one["element"]?["probe"] ?? one["probe"] ?? .null == probes[0])
    #expect(try test.path(of: test.json("\(path)/snapshot")) == path)
  }

  @Test("What is posted and changed in any form comes back in every format", arguments: 1..<12)
  func random(seed: UInt64) throws {
    let test = try TestService()
    var writer = Writer(random: SplitMix64(seed: seed))
    var items = writer.items(Int(seed))
    var path = try test.path(of: [
      "engine": "column", "sections": [["items": writer.form(items)]],
    ])
    try expect(items, path, test)
    for _ in 0..<8 {
      let step = writer.step(&items)
      let change: JSONValue = ["steps": [step]]
      let answer = try test.post(text: change.text, to: "\(path)/changes").json()
      let id = try #require(answer["id"]?.string, "\(answer.text)")
      path = "/v1/layouts/\(id)"
      try expect(items, path, test)
      let same = try test.path(of: [
        "engine": "column", "sections": [["items": writer.form(items)]],
      ])
      #expect(same == path)
    }
  }

  @Test("An answer of items that say nothing has no such member")
  func nothing() throws {
    let test = try TestService()
    let path = try test.path(of: ["sections": [["items": 3]]])
    for format in ["rows", "columns"] {
      let text = try test.get(
        "\(path)/elements?width=300&rect=0,0,300,1000&format=\(format)"
      ).text
      #expect(!text.contains("probe"))
    }
  }
}
