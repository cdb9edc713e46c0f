// Views of SwiftUI that a `SnapshotLayout` places.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  /// Which item of a snapshot a view shows: `view.layoutValue(key: ShownItem.self, value: path)`.
  struct ShownItem: LayoutValueKey {
    static let defaultValue: ItemPath? = nil
  }

  /// Shows all items of a layout, each as its element says. It makes all views; `SnapshotList` makes those in sight.
  struct PlacedItems<Content: View>: View {
    let layout: SnapshotLayout
    /// The view of a cell.
    @ViewBuilder let content: (LayoutElement) -> Content

    var body: some View {
      ItemPlacement(snapshot: layout.snapshot) {
        ForEach(cells, id: \.name) { cell in
          content(cell)
            .layoutValue(
              key: ShownItem.self, value: ItemPath(section: cell.section ?? 0, item: cell.item ?? 0)
            )
            .look(of: cell)
        }
      }
    }

    private var cells: [LayoutElement] {
      (0..<layout.snapshot.sectionCount).flatMap { section in
        (0..<layout.snapshot.itemCount(inSection: section)).compactMap {
          layout.cell(section: section, item: $0)
        }
      }
    }
  }

  /// Places views at the frames of a snapshot's items. A layout of SwiftUI changes nothing else of a view.
  struct ItemPlacement: Layout {
    let snapshot: Snapshot

    /// The layout of the width that was proposed last.
    struct Cache {
      var layout: SnapshotLayout?
    }

    func makeCache(subviews: Subviews) -> Cache { Cache() }

    func updateCache(_ cache: inout Cache, subviews: Subviews) {
      if cache.layout?.snapshot != snapshot { cache.layout = nil }
    }

    func sizeThatFits(
      proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGSize {
      let width = proposal.replacingUnspecifiedDimensions().width
      return layout(width, &cache)?.contentSize ?? .zero
    }

    func placeSubviews(
      in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) {
      guard let layout = layout(bounds.width, &cache) else { return }
      for view in subviews {
        guard let path = view[ShownItem.self],
          let cell = layout.cell(section: path.section, item: path.item)
        else { continue }
        view.place(
          at: CGPoint(x: bounds.minX + cell.frame.minX, y: bounds.minY + cell.frame.minY),
          proposal: ProposedViewSize(cell.frame.size))
      }
    }

    /// Nil for a width that makes a layout impossible.
    private func layout(_ width: Double, _ cache: inout Cache) -> SnapshotLayout? {
      if cache.layout?.containerExtent != width {
        cache.layout = try? SnapshotLayout(snapshot, width: width)
      }
      return cache.layout
    }
  }
#endif
