// A collection view whose frames come from a `SnapshotLayout`.
#if canImport(UIKit)
  import CollectionLayout
  import UIKit

  /// Shows a snapshot in a collection view that scrolls vertically. Cells keep clear of the safe area's sides, such as those
  /// of a notch; headers span the view.
  class SnapshotCollectionViewLayout: UICollectionViewLayout {
    private(set) var layout: SnapshotLayout?
    private var snapshot: Snapshot
    /// The layout of a change, until the view has its items.
    private var next: SnapshotLayout?
    /// Where a change that is under way moves the content to.
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
      if let next, view.shows(next.snapshot) {
        (layout, snapshot, self.next) = (next, next.snapshot, nil)
      }
      if layout?.fits(view, view.bounds) != true {
        // A width that makes the layout impossible shows nothing.
        layout = try? SnapshotLayout(
          snapshot, width: view.bounds.width, margins: view.sideMargins)
      }
    }

    override var collectionViewContentSize: CGSize { layout?.contentSize ?? .zero }

    // MARK: Elements

    override func layoutAttributesForElements(
      in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
      guard let layout, let view = collectionView else { return nil }
      let (bounds, inset) = (view.bounds, view.layoutInset)
      var elements = layout.elements(in: rect)
      if layout.hasEffects {
        // A cell with an effect is where that shows it, and nowhere else.
        elements.removeAll { $0.category == .cell && layout.hasEffect(section: $0.section ?? -1) }
        elements += (try? layout.effects(bounds: bounds, inset: inset)) ?? []
      }
      return (elements + layout.special(bounds: bounds, inset: inset)).map(attributes)
    }

    override func layoutAttributesForItem(
      at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let layout, let view = collectionView else { return nil }
      return layout.cell(
        section: path.section, item: path.item, bounds: layout.hasEffects ? view.bounds : nil,
        inset: view.layoutInset
      ).map(attributes)
    }

    override func layoutAttributesForSupplementaryView(
      ofKind kind: String, at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let layout, let view = collectionView else { return nil }
      let kind = ElementKind(rawValue: kind)
      return layout.supplementary(
        kind, section: kind == .globalHeader ? nil : path[0], index: path[path.count - 1],
        bounds: view.bounds, inset: view.layoutInset
      ).map(attributes)
    }

    override func layoutAttributesForDecorationView(
      ofKind kind: String, at path: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let layout, let view = collectionView else { return nil }
      let kind = ElementKind(rawValue: kind)
      // The path of the background has no section.
      let element =
        kind == .globalHeaderBackground
        ? layout.special(bounds: view.bounds, inset: view.layoutInset).first { $0.kind == kind }
        : layout.decoration(kind, section: path.section, index: path.item)
      return element.map(attributes)
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
      attributes.frame = element.frame
      attributes.zIndex = element.zIndex
      attributes.alpha = element.alpha
      attributes.isHidden = element.hidden
      // The transform is about the centre of the frame, which is set before.
      if let matrix = element.matrix { attributes.transform3D = CATransform3D(matrix) }
      return attributes
    }

    // MARK: Scrolling

    override func shouldInvalidateLayout(forBoundsChange bounds: CGRect) -> Bool {
      guard let layout, let view = collectionView else { return true }
      return !layout.fits(view, bounds) || layout.hasEffects
        || !layout.special(bounds: bounds, inset: view.layoutInset).isEmpty
    }

    /// While the content scrolls, only special elements move. With effects all is asked again: other cells come into sight.
    override func invalidationContext(
      forBoundsChange bounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
      let context = super.invalidationContext(forBoundsChange: bounds)
      guard let layout, let view = collectionView, layout.fits(view, bounds), !layout.hasEffects
      else { return context }
      let special = layout.special(bounds: bounds, inset: view.layoutInset)
      for (kind, elements) in Dictionary(grouping: special, by: \.kind) {
        let (kind, paths) = (kind?.rawValue ?? "", elements.map { attributes(of: $0).indexPath })
        if elements[0].category == .decoration {
          context.invalidateDecorationElements(ofKind: kind, at: paths)
        } else {
          context.invalidateSupplementaryElements(ofKind: kind, at: paths)
        }
      }
      return context
    }

    // MARK: Changes

    /// Applies steps, and keeps what is visible in its place. `update` changes the items of the view before it returns,
    /// and calls its argument when the animation has ended:
    ///
    ///     try layout.apply(steps) { ended in
    ///       view.performBatchUpdates { … } completion: { _ in ended() }
    ///     }
    func apply(_ steps: [Step], _ update: (_ ended: @escaping () -> Void) -> Void) throws {
      // Lays out and measures the cells that wait for it. Else the update begins with this, when `next` is set: `next`
      // would lack the measured heights, and be shown too early if it has as many items as the layout before.
      collectionView?.layoutIfNeeded()
      guard let view = collectionView, let before = next ?? layout else {
        snapshot = try snapshot.applying(steps)
        return update {}
      }
      let change = try before.applying(steps, bounds: view.bounds, inset: view.layoutInset)
      (next, targetOffset) = (change.layout, change.bounds?.origin)
      update { [weak self] in self?.targetOffset = nil }
    }

    /// Shows another layout of the same items. A change that is under way stays so.
    func adopt(_ layout: SnapshotLayout) {
      (self.layout, snapshot) = (layout, layout.snapshot)
    }

    override func targetContentOffset(forProposedContentOffset proposed: CGPoint) -> CGPoint {
      targetOffset ?? proposed
    }
  }

  extension CATransform3D {
    /// The matrix with 16 numbers, row by row.
    fileprivate init(_ numbers: [Double]) {
      let m = numbers.map { CGFloat($0) }
      self.init(
        m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
        m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15]
      )
    }
  }

  extension SnapshotLayout {
    /// Whether it was laid out for this width of a view, and for its safe area.
    @MainActor fileprivate func fits(_ view: UICollectionView, _ bounds: CGRect) -> Bool {
      containerExtent == Double(bounds.width) && margins == view.sideMargins
    }
  }

  extension UICollectionView {
    /// The sides of the safe area. `adjustedContentInset` has them only if the content scrolls sideways.
    fileprivate var sideMargins: LayoutInsets {
      LayoutInsets(left: safeAreaInsets.left, right: safeAreaInsets.right)
    }

    /// The part of its bounds that bars cover.
    var layoutInset: LayoutInsets {
      let inset = adjustedContentInset
      return LayoutInsets(
        top: inset.top, left: inset.left, bottom: inset.bottom, right: inset.right)
    }

    /// Whether its data source has as many items as a snapshot in each section.
    fileprivate func shows(_ snapshot: Snapshot) -> Bool {
      numberOfSections == snapshot.sectionCount
        && (0..<numberOfSections).allSatisfy {
          numberOfItems(inSection: $0) == snapshot.itemCount(inSection: $0)
        }
    }
  }
#endif
