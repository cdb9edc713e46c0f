import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Lists as rows and as columns")
struct FormatTests {
  let test: TestService

  init() throws { test = try TestService(overSocket: true) }

  /// The rows of columns: the cells, and the other elements.
  private func rows(_ columns: JSONValue?) throws -> (cells: [JSONValue], others: [JSONValue]) {
    let cells = try #require(columns?["cells"])
    let others = try #require(columns?["others"]?.array)
    let members = try #require(cells.members)
    let count = try #require(cells["item"]?.array?.count)
    for member in members { #expect(member.value.array?.count == count, "\(member.key)") }
    let rows = (0..<count).map { position in
      func value(_ name: String) -> JSONValue? {
        guard let value = cells[name]?[position], value != .null else { return nil }
        return value
      }
      var row: JSONValue = ["category": "cell"]
      row["section"] = value("section")
      row["item"] = value("item")
      var frame: JSONValue = [:]
      for name in ["x", "y", "width", "height"] { frame[name] = value(name) }
      row["frame"] = frame
      for name in [
        "columnIndex", "backgroundColor", "selectedBackgroundColor", "padding", "estimated",
      ] {
        row[name] = value(name)
        if let column = cells[name]?.array {
          #expect(column.contains { $0 != .null }, "\(name) is nothing but null")
        }
      }
      return row
    }
    return (rows, others)
  }

  private func expectSame(_ rows: JSONValue?, _ columns: JSONValue?, _ comment: Comment) throws {
    let elements = try #require(rows?.array)
    let (cells, others) = try self.rows(columns)
    let isSame =
      cells == elements.filter { $0["category"] == "cell" }
      && others == elements.filter { $0["category"] != "cell" }
    #expect(isSame, comment)
  }

  @Test("Columns say what rows say, of seeded snapshots", arguments: 0..<4)
  func seeded(batch: Int) throws {
    for seed in UInt64(700 + batch * 10)..<UInt64(710 + batch * 10) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let snapshot = generator.snapshot(containerWidth: width)
      let answers = try OracleAnswers(test, snapshot, width: width, "seed \(seed)")
      let (bounds, inset) = generator.scrollPosition(in: answers.naive)
      for query in [
        "rect=\(generator.rectangle(in: answers.naive).query)",
        "bounds=\(bounds.query)&inset=\(inset.query)",
      ] {
        let target = "\(answers.path)/elements?\(answers.container)&limit=100&\(query)"
        let rows = try test.json(target)
        let columns = try test.json("\(target)&format=columns")
        try expectSame(rows["elements"], columns, answers.comment)
        #expect(columns["elements"] == nil)
        #expect(rows["next"] == columns["next"])
        // As rows in both formats.
        #expect(rows["special"] == columns["special"])
      }
    }
  }

  @Test("Without cells the columns are empty, and none is there that no cell needs")
  func empty() throws {
    let path = try test.path(of: Snapshots.rows(3))
    let far = try test.json("\(path)/elements?width=390&rect=0,1e6,1,1&format=columns")
    #expect(
      far["cells"] == ["section": [], "item": [], "x": [], "y": [], "width": [], "height": []])
    #expect(far["others"] == [])
    let near = try test.json("\(path)/elements?width=390&rect=0,0,1,1&format=columns")
    #expect(
      near["cells"]?.members?.map(\.key)
        == ["section", "item", "x", "y", "width", "height", "columnIndex"])
  }

  @Test("Rows are the default, and Accept is not consulted")
  func defaults() throws {
    let path = try test.path(of: Snapshots.mixed)
    let target = "\(path)/elements?width=390&rect=0,0,390,300"
    let plain = try test.get(target)
    #expect(try test.get("\(target)&format=rows").body == plain.body)
    for accept in ["text/html", "application/xml;q=1, */*;q=0"] {
      #expect(try test.get(target, ("Accept", accept)).body == plain.body)
    }
  }
}
