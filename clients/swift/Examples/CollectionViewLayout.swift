// A sketch: a collection view whose frames come from a `Layout`. It is compiled only where UIKit is.
#if canImport(UIKit)
  import CollectionLayout
  import UIKit

  /// Shows a snapshot in a collection view that scrolls vertically.
  final class SnapshotCollectionViewLayout: UICollectionViewLayout {
    private var snapshot: Snapshot
    private var layout: Layout?
    /// Where a change that is under way wants the content to be.
    private var targetOffset: CGPoint?

    init(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      super.init()
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("it is made of a snapshot") }

    override func prepare() {
      super.prepare()
      guard let view = collectionView else { return }
      if layout?.containerExtent != Double(view.bounds.width) {
        // A width that makes the layout impossible shows nothing.
        layout = try? Layout(snapshot, width: Double(view.bounds.width))
      }
    }

    override var collectionViewContentSize: CGSize {
      guard let size = layout?.contentSize else { return .zero }
      return CGSize(width: size.width, height: size.height)
    }

    // MARK: Elements

    override func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      guard let layout, let view = collectionView else { return nil }
      let special = layout.special(bounds: Rect(view.bounds), inset: inset(of: view))
      return (layout.elements(in: Rect(rect)) + special).map(attributes)
    }

    override func layoutAttributesForItem(
      at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      layout?.cell(section: path.section, item: path.item).map(attributes)
    }

    override func layoutAttributesForSupplementaryView(
      ofKind kind: String, at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let layout, let view = collectionView else { return nil }
      let kind = ElementKind(rawValue: kind)
      return layout.supplementary(
        kind, section: kind == .globalHeader ? nil : path[0], index: path[path.count - 1],
        bounds: Rect(view.bounds), inset: inset(of: view)
      ).map(attributes)
    }

    override func layoutAttributesForDecorationView(
      ofKind kind: String, at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      layout?.decoration(ElementKind(rawValue: kind), section: path.section, index: path.item)
        .map(attributes)
    }

    private func attributes(of element: LayoutElement) -> UICollectionViewLayoutAttributes {
      let kind = element.kind?.rawValue ?? ""
      let number = element.item ?? element.index ?? 0
      let path =
        element.section.map { IndexPath(item: number, section: $0) } ?? IndexPath(index: number)
      let attributes: UICollectionViewLayoutAttributes =
        switch element.category {
        case .supplementary: .init(forSupplementaryViewOfKind: kind, with: path)
        case .decoration: .init(forDecorationViewOfKind: kind, with: path)
        default: .init(forCellWith: path)
        }
      attributes.frame = CGRect(element.frame)
      attributes.zIndex = element.zIndex
      return attributes
    }

    private func inset(of view: UICollectionView) -> EdgeInsets {
      let inset = view.adjustedContentInset
      return EdgeInsets(
        top: Double(inset.top), left: Double(inset.left), bottom: Double(inset.bottom),
        right: Double(inset.right))
    }

    // MARK: Scrolling

    override func shouldInvalidateLayout(forBoundsChange bounds: CGRect) -> Bool {
      guard let layout, let view = collectionView else { return true }
      return Double(bounds.width) != layout.containerExtent
        || !layout.special(bounds: Rect(bounds), inset: inset(of: view)).isEmpty
    }

    /// While the content scrolls, what pins is all that moves.
    override func invalidationContext(
      forBoundsChange bounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
      let context = super.invalidationContext(forBoundsChange: bounds)
      guard let layout, let view = collectionView,
        Double(bounds.width) == layout.containerExtent
      else { return context }
      let special = layout.special(bounds: Rect(bounds), inset: inset(of: view))
      for (kind, elements) in Dictionary(grouping: special, by: \.kind) {
        context.invalidateSupplementaryElements(
          ofKind: kind?.rawValue ?? "", at: elements.map { attributes(of: $0).indexPath })
      }
      return context
    }

    // MARK: Changes

    /// Applies steps, and keeps what is visible in its place. `update` tells the view what has come, gone and moved.
    func apply(_ steps: [Step], _ update: @escaping () -> Void) throws {
      guard let layout, let view = collectionView else { return }
      let change = try layout.applying(steps, bounds: Rect(view.bounds), inset: inset(of: view))
      targetOffset = change.bounds.map { CGPoint(x: $0.x, y: $0.y) }
      view.performBatchUpdates { [self] in
        snapshot = change.layout.snapshot
        self.layout = change.layout
        update()
      } completion: { [weak self] _ in
        self?.targetOffset = nil
      }
    }

    override func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint {
      targetOffset ?? proposed
    }
  }

  extension Rect {
    fileprivate init(_ rect: CGRect) {
      self.init(
        x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width),
        height: Double(rect.height))
    }
  }

  extension CGRect {
    fileprivate init(_ rect: Rect) {
      self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
  }
#endif
