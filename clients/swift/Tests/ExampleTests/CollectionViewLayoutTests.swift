// Compiled with the examples and the stand-in of UIKit (Tests/Program/swift).
import CollectionLayout
import Testing
import UIKit

@Suite("The layout of a collection view")
@MainActor struct CollectionViewLayoutTests {
  @Test("A change has the heights measured before it, and stays while others are measured")
  func measuredMeanwhile() throws {
    let snapshot = try Snapshot(
      engine: .column, sections: [SectionInput(items: .equal(count: 3, height: 50))])
    let layout = ShownLayout(snapshot)
    layout.prepare()
    layout.view.whenLaidOut = { layout.measure(item: 2, 70) }
    let step = Step {
      $0.insert = [.init(section: 0, item: 0, items: .equal(count: 2, height: 80))]
    }
    try layout.apply([step]) { ended in
      layout.measure(item: 0, 60)
      layout.prepare()
      #expect(layout.heights == [60, 50, 70])
      layout.view.count = 5
      layout.prepare()
      ended()
    }
    #expect(layout.heights == [80, 80, 50, 50, 70])
  }

  @Test("Headers that wait and their background move with the bounds, each as what it is")
  func special() throws {
    let snapshot = try Snapshot(
      engine: .column,
      globalHeaders: [
        SupplementaryInput(height: 100, waits: true), SupplementaryInput(height: 44, pin: true),
      ],
      globalHeaderBackgroundColor: "white",
      sections: [SectionInput(items: .equal(count: 3, height: 500))])
    let layout = ShownLayout(snapshot)
    layout.prepare()
    layout.view.bounds.origin.y = 200
    layout.view.coveredTop = 64
    #expect(layout.shouldInvalidateLayout(forBoundsChange: layout.view.bounds))
    let context = layout.invalidationContext(forBoundsChange: layout.view.bounds)
    #expect(
      context.invalidatedSupplementaryIndexPaths == [
        "globalHeader": [IndexPath(index: 0), IndexPath(index: 1)]
      ])
    #expect(
      context.invalidatedDecorationIndexPaths == [
        "globalHeaderBackground": [IndexPath(index: 0)]
      ])
    let background = try #require(
      layout.layoutAttributesForDecorationView(
        ofKind: "globalHeaderBackground", at: IndexPath(index: 0)))
    #expect(background.frame == CGRect(x: 0, y: 200, width: 320, height: 108))
    #expect(background.indexPath == IndexPath(index: 0) && background.zIndex == 9001)
    #expect(background.representedElementCategory == .decorationView)
    let waiting = layout.layoutAttributesForSupplementaryView(
      ofKind: "globalHeader", at: IndexPath(index: 0))
    #expect(waiting?.frame.minY == 164)
    #expect(
      layout.layoutAttributesForElements(in: layout.view.bounds)?.filter {
        $0.representedElementCategory == .decorationView
      }.map(\.frame) == [background.frame])
  }

  @Test("Cells keep clear of a notch, and headers span the view, also after a change and a turn")
  func safeArea() throws {
    let section = SectionInput(
      headers: [SupplementaryInput(height: 30, pin: true)], items: .equal(count: 3, height: 50))
    let layout = ShownLayout(try Snapshot(engine: .column, sections: [section]))
    layout.view.notch = 47
    func frames() throws -> [CGRect] {
      let header = layout.layoutAttributesForSupplementaryView(
        ofKind: "header", at: IndexPath(item: 0, section: 0))
      let cell = layout.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))
      return try [#require(header).frame, #require(cell).frame]
    }
    layout.prepare()
    let header = CGRect(x: 0, y: 0, width: 320, height: 30)
    #expect(try frames() == [header, CGRect(x: 47, y: 30, width: 226, height: 50)])
    layout.measure(item: 0, 60)
    layout.prepare()
    #expect(try frames() == [header, CGRect(x: 47, y: 30, width: 226, height: 60)])
    // The width stays, and the safe area changes.
    layout.view.notch = 0
    #expect(layout.shouldInvalidateLayout(forBoundsChange: layout.view.bounds))
    layout.prepare()
    #expect(try frames() == [header, CGRect(x: 0, y: 30, width: 320, height: 60)])
  }

  @Test("A cell is shown as its item says")
  func members() throws {
    let items: ItemsInput = [
      ItemInput(height: 50),
      ItemInput(height: 50, alpha: 0.5, zIndex: 3, transform: [1, 2, 3, 4, 5, 6]),
    ]
    let layout = ShownLayout(
      try Snapshot(engine: .column, sections: [SectionInput(items: items)]))
    layout.prepare()
    let cells = (0..<2).compactMap {
      layout.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))
    }
    #expect(cells.map(\.alpha) == [1, 0.5] && cells.map(\.zIndex) == [0, 3])
    #expect(!cells.contains { $0.isHidden } && cells[0].transform3D == CATransform3D())
    let matrix = cells[1].transform3D
    #expect(matrix.m12 == 2 && matrix.m21 == 3 && matrix.m22 == 4)
    #expect(matrix.m41 == 5 && matrix.m42 == 6 && matrix.m33 == 1 && matrix.m44 == 1)
  }

  @Test("Cells of a section with an effect are where that shows them, at each scroll position")
  func effect() throws {
    let effect = EffectInput(
      unit: 100,
      stops: [
        .init(at: -2) { $0.alpha = 0.5 },
        .init(at: 0) {
          $0.alpha = 1
          $0.scale = 2
          $0.zIndex = 5
        },
        .init(at: 2) { $0.alpha = 0.5 },
      ])
    let section = SectionInput(
      metrics: MetricsInput { $0.effect = .object(effect) }, items: .equal(count: 100, height: 50))
    let layout = ShownLayout(try Snapshot(engine: .column, sections: [section]))
    layout.prepare()
    layout.view.bounds = CGRect(x: 0, y: 1000, width: 320, height: 50)
    #expect(layout.shouldInvalidateLayout(forBoundsChange: layout.view.bounds))
    let context = layout.invalidationContext(forBoundsChange: layout.view.bounds)
    #expect(context.invalidatedSupplementaryIndexPaths == nil)
    // Whatever is asked for, it is what the bounds show.
    for rect in [layout.view.bounds, CGRect(x: 0, y: 0, width: 320, height: 5000)] {
      let cells = try #require(layout.layoutAttributesForElements(in: rect))
      #expect(cells.map(\.indexPath.item) == [19, 20, 21])
      #expect(cells[1].transform3D.m11 == 2 && cells[1].zIndex == 5 && cells[1].alpha == 1)
      #expect(cells[1].frame == CGRect(x: 0, y: 1000, width: 320, height: 50))
      #expect(cells[0].transform3D.m22 == 2 && cells[0].zIndex == 5 && cells[0].alpha == 0.875)
    }
    let far = layout.layoutAttributesForItem(at: IndexPath(item: 40, section: 0))
    #expect(far?.alpha == 0.5 && far?.frame.minY == 2000)
  }

  @Test("A separator has the path of an item")
  func separator() throws {
    let snapshot = try Snapshot(
      engine: .column,
      sections: [
        SectionInput(
          metrics: MetricsInput { $0.separatorColor = "grey" },
          items: .equal(count: 3, height: 50))
      ])
    let layout = ShownLayout(snapshot)
    layout.prepare()
    let separator = layout.layoutAttributesForDecorationView(
      ofKind: "rowSeparator", at: IndexPath(item: 1, section: 0))
    #expect(separator?.indexPath == IndexPath(item: 1, section: 0))
  }
}

/// A view with one section.
private final class ShownView: UICollectionView {
  var count = 3
  var whenLaidOut = {}
  var coveredTop = 0.0
  /// The width of the safe area's sides.
  var notch = 0.0

  override var safeAreaInsets: UIEdgeInsets {
    UIEdgeInsets(top: coveredTop, left: notch, bottom: 0, right: notch)
  }
  override var adjustedContentInset: UIEdgeInsets {
    UIEdgeInsets(top: coveredTop, left: 0, bottom: 0, right: 0)
  }
  override var numberOfSections: Int { 1 }
  override func numberOfItems(inSection section: Int) -> Int { count }
  override func layoutIfNeeded() { whenLaidOut() }
}

private final class ShownLayout: SnapshotCollectionViewLayout {
  lazy var view = {
    let view = ShownView(frame: .zero, collectionViewLayout: self)
    view.bounds = CGRect(x: 0, y: 0, width: 320, height: 480)
    return view
  }()

  override var collectionView: UICollectionView? { view }

  var heights: [Double] {
    (0..<view.count).compactMap {
      layout?.cell(section: 0, item: $0).map { Double($0.frame.height) }
    }
  }

  func measure(item: Int, _ height: Double) {
    let step = Step { $0.resize = [.init(section: 0, at: [item], heights: [height])] }
    if let change = try? layout?.applying([step]) { adopt(change.layout) }
  }
}
