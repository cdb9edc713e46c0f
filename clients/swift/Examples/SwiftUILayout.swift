// A sketch: views of SwiftUI placed by a `Layout`. It is compiled only where SwiftUI is.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  /// Which item of a snapshot a view shows: `view.layoutValue(key: ShownItem.self, value: path)`.
  struct ShownItem: LayoutValueKey {
    static let defaultValue: ItemPath? = nil
  }

  /// Places views where a snapshot has their items. Those in sight are made with `ForEach` over `elements(in:)`; all
  /// others need no view.
  struct SnapshotLayout: SwiftUI.Layout {
    let snapshot: Snapshot

    /// The layout of the width that was proposed last.
    struct Cache {
      var layout: CollectionLayout.Layout?
    }

    func makeCache(subviews: Subviews) -> Cache { Cache() }

    func updateCache(_ cache: inout Cache, subviews: Subviews) {
      if cache.layout?.snapshot != snapshot { cache.layout = nil }
    }

    func sizeThatFits(
      proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGSize {
      let width = Double(proposal.replacingUnspecifiedDimensions().width)
      guard let size = layout(width, &cache)?.contentSize else { return .zero }
      return CGSize(width: size.width, height: size.height)
    }

    func placeSubviews(
      in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) {
      guard let layout = layout(Double(bounds.width), &cache) else { return }
      for view in subviews {
        guard let path = view[ShownItem.self],
          let frame = layout.cell(section: path.section, item: path.item)?.frame
        else { continue }
        view.place(
          at: CGPoint(x: bounds.minX + frame.x, y: bounds.minY + frame.y),
          proposal: ProposedViewSize(width: frame.width, height: frame.height))
      }
    }

    /// Nil where that width makes a layout impossible.
    private func layout(_ width: Double, _ cache: inout Cache) -> CollectionLayout.Layout? {
      if cache.layout?.containerExtent != width {
        cache.layout = try? CollectionLayout.Layout(snapshot, width: width)
      }
      return cache.layout
    }
  }
#endif
