// A list of SwiftUI that scrolls, and makes views only for the elements in sight.
#if canImport(SwiftUI)
  import CollectionLayout
  import SwiftUI

  /// Shows a snapshot that scrolls vertically. Special elements, such as headers that pin, move with what is visible.
  struct SnapshotList<Content: View>: View {
    let snapshot: Snapshot
    /// The view of an element.
    @ViewBuilder let content: (LayoutElement) -> Content

    @State private var cache = LayoutCache()
    /// The visible part of the content.
    @State private var visible = CGRect.zero

    var body: some View {
      GeometryReader { viewport in
        ScrollView {
          ZStack(alignment: .topLeading) {
            if let layout = cache.layout(snapshot, viewport.size.width) {
              Color.clear.frame(width: layout.contentSize.width, height: layout.contentSize.height)
              ForEach(shown(layout), id: \.name) { element in
                content(element).shown(as: element)
              }
            }
          }
          .onGeometryChange(for: CGRect.self) {
            $0.bounds(of: .scrollView) ?? .zero
          } action: {
            visible = $0
          }
        }
      }
    }

    /// The elements in sight and those that come next, then the cells as effects show them, and the special ones.
    private func shown(_ layout: SnapshotLayout) -> [LayoutElement] {
      let ahead = visible.insetBy(dx: 0, dy: -visible.height / 2)
      let resting = layout.elements(in: ahead).filter {
        $0.category != .cell || !layout.hasEffect(section: $0.section ?? -1)
      }
      let effects = (try? layout.effects(bounds: visible)) ?? []
      return resting + effects + layout.special(bounds: visible)
    }
  }

  /// Has the last layout, so that no other one is made while the list scrolls.
  private final class LayoutCache {
    private var last: SnapshotLayout?

    /// Nil for a width that makes a layout impossible.
    func layout(_ snapshot: Snapshot, _ width: Double) -> SnapshotLayout? {
      if last?.snapshot != snapshot || last?.containerExtent != width {
        last = try? SnapshotLayout(snapshot, width: width)
      }
      return last
    }
  }

  /// A hundred rows below a header that pins.
  struct SnapshotListDemo: View {
    private static let snapshot = try? Snapshot(
      engine: .column,
      sections: [
        SectionInput(
          headers: [SupplementaryInput(height: 40, pin: true)],
          items: .equal(count: 100, height: 60))
      ])

    var body: some View {
      if let snapshot = Self.snapshot {
        SnapshotList(snapshot: snapshot) { element in
          if let item = element.item { Text("Row \(item)") } else { Text("Rows") }
        }
      }
    }
  }
#endif
