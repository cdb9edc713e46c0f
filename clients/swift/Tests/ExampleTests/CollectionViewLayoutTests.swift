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
}

/// A view with one section.
private final class ShownView: UICollectionView {
  var count = 3
  var whenLaidOut = {}

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
