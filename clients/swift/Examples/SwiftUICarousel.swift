// A carousel of SwiftUI: cells turn, shrink and fade with their distance from the middle.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  /// Shows the cells of a layout that scrolls horizontally, and whose sections have effects, as these show them at each
  /// scroll position. Only cells in sight have views.
  struct SnapshotCarousel<Content: View>: View {
    let layout: SnapshotLayout
    /// The view of a cell.
    @ViewBuilder let content: (LayoutElement) -> Content

    /// The visible part of the content.
    @State private var visible = CGRect.zero

    var body: some View {
      ScrollView(.horizontal) {
        ZStack(alignment: .topLeading) {
          Color.clear.frame(width: layout.contentSize.width, height: layout.contentSize.height)
          ForEach((try? layout.effects(bounds: visible)) ?? [], id: \.name) { cell in
            content(cell).shown(as: cell)
          }
        }
        .onGeometryChange(for: CGRect.self) {
          $0.bounds(of: .scrollView) ?? .zero
        } action: {
          visible = $0
        }
      }
      .scrollTargetBehavior(NearestCell(layout: layout))
      .frame(height: layout.containerExtent)
    }
  }

  /// Scrolling ends with a cell in the middle.
  private struct NearestCell: ScrollTargetBehavior {
    let layout: SnapshotLayout

    func updateTarget(_ target: inout ScrollTarget, context: TargetContext) {
      let bounds = CGRect(origin: target.rect.origin, size: context.containerSize)
      let nearest = try? layout.target(.nearestItem(proposed: bounds.origin), from: bounds)
      if let nearest { target.rect.origin = nearest.bounds.origin }
    }
  }

  /// Twenty cards, the middle one in front.
  struct SnapshotCarouselDemo: View {
    private static let layout: SnapshotLayout? = {
      let side = EffectInput.Stop(at: 1) {
        $0.scale = 0.6
        $0.alpha = 0.6
        $0.rotateY = -40
        $0.zIndex = -1
      }
      var otherSide = side
      (otherSide.at, otherSide.rotateY) = (-1, 40)
      let middle = EffectInput.Stop(at: 0) {
        $0.scale = 1
        $0.alpha = 1
        $0.rotateY = 0
        $0.zIndex = 0
      }
      let metrics = MetricsInput {
        $0.backgroundColor = "#3366FF"
        $0.sectionInset = LayoutInsets(left: 60, right: 60)
        $0.effect = .object(
          EffectInput(unit: 200, perspective: 600, stops: [otherSide, middle, side]))
      }
      let items = ItemsInput.equal(count: 20, width: 200, height: 150)
      let snapshot = try? Snapshot(
        scrollDirection: .horizontal, sections: [SectionInput(metrics: metrics, items: items)])
      return snapshot.flatMap { try? SnapshotLayout($0, height: 200) }
    }()

    var body: some View {
      if let layout = Self.layout {
        SnapshotCarousel(layout: layout) { Text("Card \($0.item ?? 0)") }
      }
    }
  }
#endif
