import Testing

@testable import Oracle

@Suite("Runs, marks and sums by leaves")
struct NaiveContentTests {
  private func hex(_ text: String) -> String {
    NaiveSHA256.digest(Array(text.utf8)).map {
      String(UInt16($0) + 256, radix: 16).dropFirst()
    }.joined()
  }

  @Test("SHA-256 is that of the standard's examples")
  func hash() {
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  private func section(_ engine: String, _ items: JSONValue) -> JSONValue {
    ["sections": [["engine": .string(engine), "items": items]]]
  }

  private func layout(_ engine: String, _ items: JSONValue) -> NaiveLayout {
    NaiveLayout(snapshot: section(engine, items), containerWidth: 200)
  }

  @Test("An entry of a list may stand for many items, or for none")
  func counts() {
    let some = layout(
      "column", [["count": 2, "height": 50], ["height": 72], ["count": 0, "height": 1]])
    #expect(some.elements.map(\.y) == [0, 50, 100])
    #expect(some.contentHeight == 172)
  }

  @Test("Estimated sizes count like others, and are marked but in a mosaic")
  func marks() {
    let marked: JSONValue = ["heights": [10, 20, 30], "estimated": [true, false, true]]
    let column = layout("column", marked)
    #expect(column.elements.map(\.isEstimated) == [true, false, true])
    #expect(column.elements[0].json["estimated"] == true)
    #expect(column.elements[1].json["estimated"] == nil)
    #expect(column.estimatedCount == 2)
    #expect(column.sections[0].meanSize == ["height": 20])
    let all = layout("flow", ["count": 3, "width": 10, "height": 10, "estimated": true])
    #expect(all.estimatedCount == 3)
    #expect(all.sections[0].meanSize == nil)
    #expect(layout("mosaic", marked).estimatedCount == 0)
    #expect(layout("mosaic", marked).elements.allSatisfy { !$0.isEstimated })
    let headers = NaiveLayout(
      snapshot: [
        "globalHeaders": [["height": 5, "estimated": true]],
        "sections": [["headers": [["height": 5]], "footers": [["height": 5, "estimated": true]]]],
      ], containerWidth: 100)
    #expect(headers.elements.map(\.isEstimated) == [true, false, true])
    #expect(headers.estimatedCount == 0)
    #expect(headers.estimatedHeaderCount == 2)
    #expect(headers.sections[0].estimatedHeaderCount == 1)
  }

  @Test("A mean is of the items that are no estimates, of those of a waterfall without a width")
  func means() {
    let waterfall = layout(
      "waterfall",
      [
        ["width": 5, "height": 100], ["height": 10], ["count": 3, "height": 20],
        ["height": 1, "estimated": true],
      ])
    #expect(waterfall.sections[0].meanSize == ["height": 17.5])
    let flow = layout(
      "flow", [["width": 5, "height": 1], ["width": 10, "height": 2], ["estimated": true]])
    #expect(flow.sections[0].meanSize == ["width": 7.5, "height": 1.5])
    let horizontal = NaiveLayout(
      snapshot: [
        "scrollDirection": "horizontal", "engine": "column",
        "sections": [["items": ["widths": [3, 5], "estimated": [false, true]]]],
      ], containerWidth: 100)
    #expect(horizontal.sections[0].meanSize == ["width": 3])
  }

  @Test("Marks part runs, and equal sizes stay equal")
  func runs() {
    let items: JSONValue = [
      ["count": 3, "height": 0.1], ["count": 2, "height": 0.1, "estimated": true],
    ]
    let tree = NaiveContentTree(snapshot: section("column", items), section: 0)
    #expect(tree.leaves.map { $0.map(\.count) } == [[3, 2]])
    let tops = layout("column", items).elements.map(\.y)
    let expected = (0..<5).map { Double($0) * 0.1 }
    #expect(tops == expected)
    let mosaic = NaiveContentTree(snapshot: section("mosaic", items), section: 0)
    #expect(mosaic.leaves.map { $0.map(\.count) } == [[5]])
  }

  @Test("Tops are sums by leaves, and by arithmetic in a stretch")
  func sums() {
    let stretch = layout("column", [["height": 7], ["count": 10, "height": 0.1]])
    let expected = (0..<10).map { 7 + Double($0) * 0.1 }
    #expect(stretch.elements.dropFirst().map(\.y) == expected)

    var random = SplitMix64(seed: 1)
    let heights = (0..<3000).map { _ in Double.random(in: 0..<100, using: &random) }
    let items: JSONValue = ["heights": .array(heights.map(JSONValue.number))]
    let tree = NaiveContentTree(snapshot: section("column", items), section: 0)
    #expect(tree.leaves.count > 5)
    let tops = layout("column", items).elements.map(\.y)
    var item = 0
    var base = 0.0
    for leaf in tree.leaves {
      var sum = 0.0
      for run in leaf {
        // Three thousand heights stand in one node or two levels: the bases differ by rounding alone.
        #expect(abs(tops[item] - (base + sum)) < 1e-9)
        sum += run.height
        item += 1
      }
      base += sum
    }
    #expect(tree.digest.count == 32)
    #expect(NaiveContentTree(snapshot: section("flow", items), section: 0).digest != tree.digest)
  }
}
