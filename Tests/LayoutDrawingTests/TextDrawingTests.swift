import Comparison
import LayoutCore
import Oracle
import Testing

@testable import LayoutDrawing

@Suite("Drawings as text")
struct TextDrawingTests {
  func lines(_ drawing: Drawing) -> [String] {
    let text = String(decoding: drawing.text, as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test("Cells have light frames with their numbers in, pinning elements heavy ones")
  func picture() throws {
    let layout = try Layout.of(
      [
        "globalHeaders": [["height": 40, "pin": true]],
        "sections": [
          [
            "id": "people", "engine": "column",
            "metrics": ["numberOfColumns": 2, "rowHeight": 60, "separatorColor": "x"],
            "items": 4, "footers": [["height": 20]],
          ],
          ["engine": "mosaic", "metrics": ["segmentHeight": 90], "items": 3],
        ],
      ], containerWidth: 390)
    let bounds = Rect(x: 0, y: 20, width: 390, height: 270)
    #expect(
      lines(layout.drawing(rect: bounds, bounds: bounds)) == [
        "x 0, y 20 · 390 × 270 · of 390 × 360 points",
        "▌┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓",
        "▌┃ globalHeader 0 · pinned                   ┃ 0 · people · column · 4 items",
        "▌┡━━━━━━━━━━━━━━━━━━━━━┯━━━━━━━━━━━━━━━━━━━━━┩",
        "▌│          0          ┊          1          │",
        "▌│                     ┊                     │",
        "▌├┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┤",
        "▌│          2          ┊          3          │",
        "▌│                     ┊                     │",
        "▌├─footer 0/0──────────┴─────────────────────┤",
        "▌├───────────────────────────────────────────┤ 1 · mosaic · 3 items",
        "▌│                                           │",
        "▌│                     0                     │",
        "▌│                                           │",
        "▌│                                           │",
        "▌├─────────────────────┬─────────────────────┤",
        "▌│          1          │          2          │",
      ])
  }

  @Test("What scrolls sideways has its sections' names above, and its headers' downwards")
  func sideways() throws {
    let layout = try Layout.of(
      [
        "scrollDirection": "horizontal", "layoutDirection": "rtl",
        "sections": [
          [
            "id": "写真", "engine": "waterfall",
            "metrics": ["minimumLineSpacing": 0, "minimumInteritemSpacing": 0],
            "headers": [["width": 20, "pin": true]],
            "items": [["width": 60], ["width": 90], ["width": 60]],
          ],
          [
            "id": "b", "engine": "column", "metrics": ["rowHeight": 50, "separatorColor": "x"],
            "items": 5,
          ],
        ],
      ], containerWidth: 120)
    let bounds = Rect(x: 100, y: 0, width: 290, height: 120)
    #expect(
      lines(layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 120), bounds: bounds)) == [
        "x 0, y 0 · 390 × 120 · of 390 × 120 points",
        "╷1 · b · column · 5 items                          ╷0 · 写真 · waterfall",
        "                    ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄",
        "┌─────────┬─────────┬─────────┬──────────┬─────────┬───────────┬───────────┲━━━┓",
        "│         ┆         ┆         ┆          ┆         │           │           ┃ h ┃",
        "│         ┆         ┆         ┆          ┆         │           │           ┃ e ┃",
        "│         ┆         ┆         ┆          ┆         │     2     │     0     ┃ a ┃",
        "│         ┆         ┆         ┆          ┆         │           │           ┃ d ┃",
        "│         ┆         ┆         ┆          ┆         │           │           ┃ e ┃",
        "│    4    ┆    3    ┆    2    ┆    1     ┆    0    ├─────┬─────┴───────────┨ r ┃",
        "│         ┆         ┆         ┆          ┆         │     │                 ┃   ┃",
        "│         ┆         ┆         ┆          ┆         │     │                 ┃ 0 ┃",
        "│         ┆         ┆         ┆          ┆         │     │        1        ┃ / ┃",
        "│         ┆         ┆         ┆          ┆         │     │                 ┃ 0 ┃",
        "│         ┆         ┆         ┆          ┆         │     │                 ┃   ┃",
        "└─────────┴─────────┴─────────┴──────────┴─────────┘     └─────────────────┺━━━┛",
      ])
    // Of a long rectangle the part is drawn where reading begins.
    let long = lines(layout.drawing(rect: Rect(x: -2000, y: 0, width: 2400, height: 120)))
    #expect(long.last == "cut: the rectangle goes on to x -2000")
    #expect(long[2].hasSuffix("─┲━┓"))
  }

  @Test("A separator of sections is a double line")
  func sectionSeparator() throws {
    let layout = try Layout.of(
      [
        "metrics": [
          "sectionSeparatorColor": "x", "itemSize": ["width": 195, "height": 40],
          "sectionInset": ["top": 25, "bottom": 25],
        ],
        "sections": [["items": 1], ["id": "b", "items": 2]],
      ], containerWidth: 390)
    #expect(
      lines(layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 180))) == [
        "x 0, y 0 · 390 × 180 · of 390 × 230 points",
        "                                              0 · flow · 1 item",
        "           ┌─────────────────────┐",
        "           │          0          │",
        "           │                     │",
        "           └─────────────────────┘",
        "╶═══════════════════════════════════════════╴ 1 · b · flow · 2 items",
        "           ┌─────────────────────┐",
        "           │          0          │",
        "           │                     │",
        "           ├─────────────────────┤",
        "           │          1          │",
      ])
  }

  @Test("No line has more than 80 columns, no drawing more than 405 lines", arguments: 0..<6)
  func size(batch: Int) throws {
    for seed in UInt64(9500 + batch * 10)..<UInt64(9510 + batch * 10) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let test = try LayoutUnderTest(
        generator.snapshot(containerWidth: width), containerWidth: width)
      for _ in 0..<4 {
        let rect = Rect(generator.rectangle(in: test.naive))
        let (bounds, _) = generator.scrollPosition(in: test.naive)
        let lines = lines(test.layout.drawing(rect: rect, bounds: Rect(bounds)))
        #expect(lines.count <= 405 && lines.count >= 2, "seed \(seed), \(rect)")
        for line in lines { #expect(DrawnText.columns(line) <= 80, "\(line)") }
      }
    }
  }

  @Test("Any rectangle is drawn", arguments: extremeRects)
  func extremes(rect: Rect) throws {
    for snapshot in [drawnSnapshot, ["scrollDirection": "horizontal", "sections": [[:]]]] {
      let layout = try Layout.of(snapshot, containerWidth: 390)
      for bounds in [nil, rect] {
        let lines = lines(layout.drawing(rect: rect, bounds: bounds))
        #expect(lines.count <= 405)
        for line in lines { #expect(DrawnText.columns(line) <= 80, "\(line)") }
      }
    }
  }

  @Test("A picture with a caption, names, a bar and two notes around its 400 rows")
  func longest() throws {
    let layout = try Layout.of(
      ["scrollDirection": "horizontal", "sections": [["engine": "column", "items": 1000]]],
      containerWidth: 100_000)
    let drawing = layout.drawing(
      rect: Rect(x: 0, y: 0, width: 79, height: 100_000),
      bounds: Rect(x: 0, y: 0, width: 10, height: 100_000), limit: 1)
    #expect(lines(drawing).count == 405)
  }

  @Test("A picture of more than 400 lines ends there and says so")
  func longPicture() throws {
    let layout = try Layout.of(["sections": [["items": 5000]]], containerWidth: 390)
    let rect = Rect(x: 0, y: 0, width: 390, height: 20_000)
    let lines = lines(layout.drawing(rect: rect))
    #expect(lines.count == 402)
    #expect(lines.last == "cut: the rectangle goes on to y 20000")
    let short = self.lines(
      layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 6700)))
    #expect(short.count < 402 && !short.contains { $0.hasPrefix("cut") })
  }

  @Test("A drawing that was cut by a limit says so")
  func cut() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let rect = Rect(x: 0, y: 0, width: 390, height: 500)
    let note = "cut: the rectangle has more than is drawn here"
    #expect(lines(layout.drawing(rect: rect, limit: 3)).last == note)
    #expect(!lines(layout.drawing(rect: rect)).contains(note))
  }

  @Test("Control characters of clients do not reach a terminal")
  func hostileText() throws {
    let layout = try Layout.of(drawnSnapshot, containerWidth: 390)
    let text = String(
      decoding: layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 1400)).text,
      as: UTF8.self)
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(scalar.properties.generalCategory != .control, "U+\(scalar.value)")
      #expect(scalar != "\u{202E}")
    }
    #expect(text.contains(" 0 · </a>&lt;]]>\"'\u{FFFD}\u{FFFD}[2J"))
  }

  @Test("Names are measured in columns: wide letters are two, marks none")
  func columns() {
    #expect(DrawnText.columns("abc é") == 5)
    #expect(DrawnText.columns("写真") == 4)
    #expect(DrawnText.columns("e\u{301}") == 1)
    #expect(DrawnText.columns("😀") == 2)
  }

  @Test("A frame hides what stands behind it, and lines that meet it are joined to it")
  func canvas() {
    var canvas = TextCanvas(columnCount: 13, rowCount: 7)
    canvas.draw(.init(left: 0, top: 0, right: 12, bottom: 6))
    canvas.draw(.init(left: 6, top: 0, right: 12, bottom: 6))
    canvas.write("hidden", column: 3, row: 3)
    canvas.draw(.init(left: 2, top: 2, right: 9, bottom: 4), isHeavy: true)
    canvas.draw(.init(left: 2, top: 5, right: 4, bottom: 5), style: .dashed)
    canvas.draw(.init(left: 11, top: 3, right: 11, bottom: 3))
    canvas.draw(.init(left: -1, top: -1, right: 1, bottom: 1))
    canvas.draw(.init(left: 50, top: -9, right: 60, bottom: 99))
    #expect(
      (0..<7).map { canvas.line($0) } == [
        " ├────┬─────┐",
        "┬┘    │     │",
        "│ ┏━━━┷━━┓  │",
        "│ ┃      ┃ ▪│",
        "│ ┗━━━┯━━┛  │",
        "│ ╶┄╴ │     │",
        "└─────┴─────┘",
      ])
  }
}
