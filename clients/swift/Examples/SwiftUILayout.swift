// Views of SwiftUI that a `SnapshotLayout` places.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  /// Which item of a snapshot a view shows: `view.layoutValue(key: ShownItem.self, value: path)`.
  struct ShownItem: LayoutValueKey {
    static let defaultValue: ItemPath? = nil
  }

  /// Places views at the frames of a snapshot's items. It makes all views; `SnapshotList` makes those in sight.
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
