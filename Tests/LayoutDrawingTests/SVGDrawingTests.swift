import Comparison
import LayoutCore
import LayoutDrawing
import Oracle
import Testing

@Suite("Drawings as SVG")
struct SVGDrawingTests {
  let screen = Rect(x: 0, y: 60, width: 390, height: 1200)

  func document(_ drawing: Drawing) throws -> DrawnDocument {
    try #require(DrawnDocument(drawing.svg))
  }

  func drawn() throws -> (drawing: Drawing, document: DrawnDocument) {
    let drawing = try Layout.of(drawnSnapshot, containerWidth: 390)
      .drawing(rect: screen, bounds: screen)
    return (drawing, try document(drawing))
  }

  /// The name, the state and the frame that an element is drawn with.
  func mark(_ attributes: LayoutAttributes) -> [String] {
    let element = attributes.element
    let number = element.section < 0 ? "" : "\(element.section)/"
    let state = attributes.isPinned.map { $0 ? ", pinned" : ", at rest" } ?? ""
    return ["\(element.kind.name) \(number)\(element.index)\(state)"]
      + attributes.frame.numbers.map { "\($0)" }
  }

  @Test("Every element in the rectangle is drawn once, where it is", arguments: 0..<8)
  func everyElement(batch: Int) throws {
    for seed in UInt64(9000 + batch * 10)..<UInt64(9010 + batch * 10) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let json = generator.snapshot(containerWidth: width)
      let test = try LayoutUnderTest(json, containerWidth: width)
      for isScrolled in [false, true] {
        let rect = Rect(generator.rectangle(in: test.naive))
        let (bounds, inset) = generator.scrollPosition(in: test.naive)
        let given = isScrolled ? Rect(bounds) : nil
        let drawing = test.layout.drawing(rect: rect, bounds: given, inset: EdgeInsets(inset))
        let document = try document(drawing)
        let expected = test.everyElement(bounds: given, inset: EdgeInsets(inset))
          .filter { overlap($0.frame, rect) }
        #expect(
          document.marks.map { [$0.title] + $0.frame.map { "\($0)" } }.sorted(by: precedes)
            == expected.map(mark).sorted(by: precedes), "seed \(seed), \(rect)")
      }
    }
  }

  private func precedes(_ first: [String], _ second: [String]) -> Bool {
    first.lexicographicallyPrecedes(second)
  }

  private func overlap(_ frame: Rect, _ rect: Rect) -> Bool {
    frame.width > 0 && frame.height > 0 && frame.x < rect.x + rect.width
      && rect.x < frame.x + frame.width && frame.y < rect.y + rect.height
      && rect.y < frame.y + frame.height
  }

  @Test("What has a higher zIndex is drawn later, and what has the same in the order of lists")
  func layers() throws {
    let (drawing, document) = try drawn()
    let all = drawing.elements + drawing.special
    let expected = Dictionary(grouping: all, by: \.zIndex).sorted { $0.key < $1.key }
      .flatMap { $0.value.map { mark($0)[0] } }
    #expect(document.marks.map(\.title) == expected)
    #expect(Set(all.map(\.zIndex)).count > 4)
  }

  @Test("Kinds, sections, and what is pinned or rests have classes of their own")
  func classes() throws {
    let (drawing, document) = try drawn()
    let kinds = Set(drawing.elements.map(\.element.kind) + drawing.special.map(\.element.kind))
    #expect(kinds == Set(Element.Kind.allCases))
    for mark in document.marks {
      let kind = mark.title.prefix { $0 != " " }
      #expect(mark.classes.contains(String(kind)), "\(mark)")
      #expect(mark.classes.contains("pinned") == mark.title.hasSuffix(", pinned"), "\(mark)")
      #expect(mark.classes.contains("resting") == mark.title.hasSuffix(", at rest"), "\(mark)")
      if !kind.hasPrefix("globalHeader") {
        let section = mark.title.drop { $0 != " " }.dropFirst().prefix { $0 != "/" }
        #expect(mark.classes.contains("s\(section)"), "\(mark)")
      }
    }
    #expect(document.marks.contains { $0.classes.contains("pinned") })
    #expect(document.marks.contains { $0.classes.contains("resting") })
  }

  @Test("Every class has its colours for light and for dark surroundings")
  func schemes() throws {
    let (_, document) = try drawn()
    let parts = document.style.components(separatedBy: "@media(prefers-color-scheme:dark){")
    #expect(parts.count == 2)
    for part in parts {
      for number in 0..<8 { #expect(part.contains(".layoutd .s\(number){fill:#")) }
      for name in ["canvas", "paper", "globalHeader", "shade"] {
        #expect(part.contains(".layoutd .\(name){fill:#"), "\(name)")
      }
    }
    // It must not change a page that contains it.
    for line in document.style.split(separator: "\n") where line.contains("{") {
      #expect(line.hasPrefix(".layoutd ") || line.hasPrefix("@media"), "\(line)")
    }
  }

  @Test("Texts of clients are escaped, without characters that XML forbids or that turn text")
  func hostileText() throws {
    let (_, document) = try drawn()
    #expect(
      Set(document.names)
        == ["svg", "title", "desc", "style", "rect", "g", "text", "path"])
    #expect(
      document.attributeNames.isDisjoint(with: ["href", "xlink:href", "style", "onload", "id"]))
    let label = try #require(document.texts.first { $0.hasPrefix("0 · ") })
    let bad = "\u{FFFD}"
    let shown = "</a>&lt;]]>\"'\(bad)\(bad)[2J\(bad)\(bad)\(bad)\(bad)\(bad)😀é"
    #expect(label.hasPrefix("0 · \(shown)"))
  }

  @Test("Colours that clients send are not drawn with")
  func colors() throws {
    let text = String(decoding: try drawn().drawing.svg, as: UTF8.self)
    for part in ["url(", "script", "a.example", "red;"] { #expect(!text.contains(part)) }
  }

  @Test("A long id is shortened, and a label that has no room is left out from its end")
  func labels() throws {
    let snapshot: JSONValue = [
      "sections": [
        ["id": .string(String(repeating: "ä", count: 128)), "items": 100],
        ["id": "b", "headers": [["height": 44]]], ["headers": [["height": 5]]], [:],
      ]
    ]
    let layout = try Layout.of(snapshot, containerWidth: 390)
    let document = try document(
      layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 1100)))
    let short = String(repeating: "ä", count: 32)
    #expect(document.texts.contains("0 · \(short)… · flow · 100 items"))
    #expect(document.texts.contains("1 · b"))
    #expect(!document.texts.contains { $0.hasPrefix("2") && $0.contains("flow") })
    // A section without an extent has no name.
    #expect(document.plain("rail").count == 3)
    #expect(document.plain("frame").count == 3)
  }

  @Test("The same drawing has the same bytes")
  func deterministic() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let again = try Layout.of(drawnSnapshot, containerWidth: 390)
    let drawing = layout.drawing(rect: screen, bounds: screen)
    let second = again.drawing(rect: screen, bounds: screen)
    #expect(drawing.svg == second.svg)
    #expect(drawing.text == second.text)
  }

  @Test("A drawing that was cut says so, and how much it shows")
  func cut() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let whole = try document(layout.drawing(rect: screen, bounds: screen))
    let cut = try document(layout.drawing(rect: screen, bounds: screen, limit: 5))
    let note = "the rectangle has more than is drawn here"
    #expect(cut.texts.contains("cut · \(note)"))
    #expect(cut.summary.hasSuffix("; cut: \(note)"))
    #expect(!whole.texts.contains { $0.hasPrefix("cut") })
    #expect(!whole.summary.contains("cut"))
    #expect(cut.marks.filter { !$0.title.contains("header") }.count < whole.marks.count)
    // However narrow, there is room for the word.
    let narrow = Rect(x: 0, y: 0, width: 30, height: 8000)
    #expect(try document(layout.drawing(rect: narrow, limit: 5)).texts.contains("cut"))
  }

  @Test("A drawing is an image with a name and a description, and a small margin")
  func accessibility() throws {
    let (_, document) = try drawn()
    #expect(document.root["role"] == "img")
    #expect(document.title == "390 × 1200 points at 0, 60 of a layout of 390 × 1405")
    let firstKinds = "1 globalHeaderBackground, 1 globalHeader, 2 headers, "
    #expect(document.summary.hasPrefix("4 sections, \(firstKinds)"))
    let box = try #require(document.root["viewBox"]).split(separator: " ").map { Double($0)! }
    #expect(box[0] < 0 && box[0] > -40)
    #expect(box[1] < 60 && box[1] > 20)
    #expect(box[0] + box[2] > 390 && box[0] + box[2] < 430)
    #expect(box[1] + box[3] > 1260 && box[1] + box[3] < 1300)
    #expect(document.root["width"] == "\(box[2])")
    #expect(document.root["height"] == "\(box[3])")
  }

  @Test("The viewport is framed, and what lies around it is shaded")
  func viewport() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let around = Rect(x: -20, y: 0, width: 430, height: 1375)
    let shaded = try document(layout.drawing(rect: around, bounds: screen))
    #expect(shaded.plain("viewport") == [screen.numbers])
    #expect(shaded.names.contains("path"))
    let itself = try document(layout.drawing(rect: screen, bounds: screen))
    #expect(itself.plain("viewport") == [screen.numbers])
    let text = String(
      decoding: layout.drawing(rect: screen, bounds: screen).svg, as: UTF8.self)
    #expect(!text.contains("class=\"shade\""))
    #expect(try document(layout.drawing(rect: screen)).plain("viewport").isEmpty)
  }

  @Test("Without bounds the elements that pin are at rest")
  func atRest() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let marks = try document(layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 900)))
      .marks
    #expect(!marks.contains { $0.title.hasSuffix(", pinned") })
    #expect(
      marks.contains {
        $0.title == "header 0/0, at rest" && $0.frame == [0, 52, 390, 30]
      })
  }

  @Test("Any rectangle is drawn in finite numbers", arguments: extremeRects)
  func extremes(rect: Rect) throws {
    for snapshot in [drawnSnapshot, ["scrollDirection": "horizontal", "sections": [[:]]]] {
      let layout = try Layout.of(snapshot, containerWidth: 390)
      for bounds in [nil, rect] {
        let bytes = layout.drawing(rect: rect, bounds: bounds).svg
        let document = try #require(DrawnDocument(bytes))
        #expect(document.plain("canvas").count == 1)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("inf") && !text.contains("nan"))
      }
    }
  }
}
