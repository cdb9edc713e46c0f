// Compiled with the examples and the stand-in of SwiftUI (Tests/Program/swift).
import CollectionLayout
import SwiftUI
import Testing

@Suite("The look of a view of SwiftUI")
struct MatrixEffectTests {
  private static let tilted = EffectInput(
    perspective: 500,
    stops: [
      .init(at: 0) {
        $0.rotateY = 50
        $0.scale = 0.8
        $0.x = 0.25
      }
    ])

  @Test("The corners of a cell are shown where the layout says that they are")
  func corners() throws {
    let metrics = MetricsInput { $0.effect = .object(Self.tilted) }
    let turned = ItemInput(width: 60, height: 40, transform: [0, 1, -1, 0, 7, -3])
    let sections = [
      SectionInput(items: [turned, ItemInput(width: 30, height: 20)]),
      SectionInput(metrics: metrics, items: .equal(count: 5, width: 50, height: 80)),
    ]
    let layout = try SnapshotLayout(Snapshot(sections: sections), width: 320)
    let bounds = LayoutRect(x: 0, y: 0, width: 320, height: 400)
    let cells =
      try layout.elements(in: bounds).filter { $0.section == 0 } + layout.effects(bounds: bounds)
    #expect(cells.count == 7)
    for cell in cells {
      let frame = cell.frame
      let shown = MatrixEffect(matrix: cell.matrix).effectValue(size: frame.size)
      let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
        let (x, y) = (CGFloat(x) * frame.width, CGFloat(y) * frame.height)
        let w = x * shown.m13 + y * shown.m23 + shown.m33
        return (
          x: Double(frame.minX + (x * shown.m11 + y * shown.m21 + shown.m31) / w),
          y: Double(frame.minY + (x * shown.m12 + y * shown.m22 + shown.m32) / w)
        )
      }
      let box = cell.transformedFrame ?? frame
      for (found, expected) in [
        (corners.map(\.x).min(), box.minX), (corners.map(\.x).max(), box.maxX),
        (corners.map(\.y).min(), box.minY), (corners.map(\.y).max(), box.maxY),
      ] { #expect(abs((found ?? .nan) - Double(expected)) < 1e-9) }
    }
  }

  @Test("A colour is six hexadecimal digits, and another text is none")
  func colours() {
    #expect(Color(hex: "#3366FF") != nil)
    for text in ["", "grey", "#fff", "3366FF0", "#33 6FF"] { #expect(Color(hex: text) == nil) }
  }
}
