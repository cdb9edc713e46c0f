// A list of posts whose cells tell their heights, with a diffable data source.
#if canImport(UIKit)
  import CollectionLayout
  import UIKit

  /// Takes the height that a cell prefers, and keeps what is visible in its place.
  final class SelfSizingLayout: SnapshotCollectionViewLayout {
    override func shouldInvalidateLayout(
      forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
      withOriginalAttributes original: UICollectionViewLayoutAttributes
    ) -> Bool {
      let path = preferred.indexPath
      guard preferred.representedElementCategory == .cell,
        let cell = layout?.cell(section: path.section, item: path.item),
        cell.estimated || abs(preferred.size.height - original.size.height) > 0.01
      else { return false }
      return change(to: preferred) != nil
    }

    override func invalidationContext(
      forPreferredLayoutAttributes preferred: UICollectionViewLayoutAttributes,
      withOriginalAttributes original: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext {
      let context = super.invalidationContext(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
      guard let change = change(to: preferred) else { return context }
      adopt(change.layout)
      context.contentSizeAdjustment.height =
        change.layout.contentSize.height - change.parent.contentSize.height
      context.contentOffsetAdjustment = change.scrollDelta ?? .zero
      return context
    }

    /// Gives an item the height that its cell prefers. Nil for a height that makes the layout impossible.
    private func change(to preferred: UICollectionViewLayoutAttributes) -> LayoutChange? {
      guard let layout, let view = collectionView else { return nil }
      let path = preferred.indexPath
      let step = Step {
        $0.resize = [
          .init(section: path.section, at: [path.item], heights: [preferred.size.height])
        ]
      }
      // What the content was pulled past its ends is not corrected: it springs back.
      let inset = view.adjustedContentInset
      let last = layout.contentSize.height + inset.bottom - view.bounds.height
      var bounds = view.bounds
      bounds.origin.y = max(-inset.top, min(bounds.minY, last))
      return try? layout.applying([step], bounds: bounds, inset: view.layoutInset)
    }
  }

  extension Step {
    /// The step from the items of one snapshot of a data source to those of another. New items have an estimated
    /// height. So has an item that moves to another section: it is deleted and inserted.
    init<Section, Item>(
      from old: NSDiffableDataSourceSnapshot<Section, Item>,
      to new: NSDiffableDataSourceSnapshot<Section, Item>, estimatedHeight: Double
    ) {
      func items(_ count: Int) -> ItemsInput {
        .equal(count: count, height: estimatedHeight, estimated: true)
      }
      self.init()
      let sections = StepParts(from: old.sectionIdentifiers, to: new.sectionIdentifiers)
      deleteSections = sections.deleted.rangeView.map {
        .init(section: $0.lowerBound, count: $0.count)
      }
      insertSections = sections.inserted.rangeView.map { range in
        .init(
          section: range.lowerBound,
          sections: new.sectionIdentifiers[range].map {
            SectionInput(items: items(new.numberOfItems(inSection: $0)))
          })
      }
      moveSections = sections.moved.map { .init(from: $0.from, to: $0.to) }
      (delete, insert, move) = ([], [], [])
      for (to, section) in new.sectionIdentifiers.enumerated() {
        guard let from = old.indexOfSection(section) else { continue }
        let parts = StepParts(
          from: old.itemIdentifiers(inSection: section), to: new.itemIdentifiers(inSection: section)
        )
        delete? += parts.deleted.rangeView.map {
          .init(section: from, item: $0.lowerBound, count: $0.count)
        }
        insert? += parts.inserted.rangeView.map {
          .init(section: to, item: $0.lowerBound, items: items($0.count))
        }
        move? += parts.moved.map {
          .init(
            from: ItemPath(section: from, item: $0.from), to: ItemPath(section: to, item: $0.to))
        }
      }
    }
  }

  /// The places that differ between two lists: before a step, after it, or both.
  private struct StepParts {
    var deleted = IndexSet()
    var inserted = IndexSet()
    var moved: [(from: Int, to: Int)] = []

    init<Name: Hashable>(from old: [Name], to new: [Name]) {
      for part in new.difference(from: old).inferringMoves() {
        switch part {
        case .remove(let from, _, let to?): moved.append((from, to))
        case .remove(let from, _, nil): deleted.insert(from)
        case .insert(let to, _, nil): inserted.insert(to)
        case .insert: break  // The other half of a move.
        }
      }
    }
  }

  struct Post: Identifiable {
    let id: UUID
    var text: String
  }

  final class PostCell: UICollectionViewCell {
    let label = UILabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      label.numberOfLines = 0
      label.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(label)
      NSLayoutConstraint.activate([
        label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 12),
        label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -12),
        label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 16),
        label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -16),
      ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("it is made in code") }

    /// The width is that of the layout, the height that of the text.
    override func preferredLayoutAttributesFitting(
      _ attributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      let width = attributes.size.width
      attributes.size.height =
        contentView.systemLayoutSizeFitting(
          CGSize(width: width, height: UIView.layoutFittingCompressedSize.height),
          withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
        ).height
      return attributes
    }
  }

  final class PostsViewController: UIViewController {
    private static let estimatedHeight = 80.0

    private var posts: [Post.ID: Post] = [:]
    private let layout: SelfSizingLayout
    private lazy var list = UICollectionView(frame: .zero, collectionViewLayout: layout)
    private lazy var dataSource = makeDataSource()

    init(_ posts: [Post]) throws {
      layout = SelfSizingLayout(try Snapshot(engine: .column, sections: []))
      super.init(nibName: nil, bundle: nil)
      try show(posts)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("it is made in code") }

    override func loadView() { view = list }

    private func makeDataSource() -> UICollectionViewDiffableDataSource<Int, Post.ID> {
      let registration = UICollectionView.CellRegistration<PostCell, Post> { cell, _, post in
        cell.label.text = post.text
      }
      return UICollectionViewDiffableDataSource(collectionView: list) {
        [weak self] view, path, id in
        view.dequeueConfiguredReusableCell(
          using: registration, for: path, item: self?.posts[id])
      }
    }

    /// Shows other posts. What is visible keeps its place, unless the list is at its start.
    func show(_ posts: [Post]) throws {
      var items = NSDiffableDataSourceSnapshot<Int, Post.ID>()
      items.appendSections([0])
      items.appendItems(posts.map(\.id), toSection: 0)
      items.reconfigureItems(
        posts.filter { $0.text != (self.posts[$0.id] ?? $0).text }.map(\.id))
      let step = Step(
        from: dataSource.snapshot(), to: items, estimatedHeight: Self.estimatedHeight)
      try layout.apply([step]) { ended in
        self.posts = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
        dataSource.apply(items, animatingDifferences: true, completion: ended)
      }
    }
  }
#endif
