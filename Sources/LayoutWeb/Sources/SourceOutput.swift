import LayoutCore
import LayoutSources

/// The format of what the page is told of a tree of sources.
extension NumberOutput {
  /// Writes the state of the root; the number of nodes, and of each its state, its first section, its number of sections, and
  /// flags (1 if it is movable, 2 if it is editable, 4 if it is to be loaded); the number of ranges of sections that are
  /// nodes' own, and of each its node, its end, and 1 if the node lists them, else 0. O(nodes)
  func append(_ tree: SourceTree) {
    append(tree[0].state)
    append(tree.nodes.reduce(0) { $0 + ($1.id == nil ? 0 : 1) })
    for (place, node) in tree.nodes.enumerated() where node.id != nil {
      append(place)
      append(node.state)
      append(node.sections.lowerBound)
      append(node.sections.count)
      let flags = (node.isMovable ? 1 : 0) + (node.isEditable ? 2 : 0)
      append(flags + (node.isToBeLoaded ? 4 : 0))
    }
    append(tree.nodes.reduce(0) { $0 + ($1.hasOwnSections ? 1 : 0) })
    for (place, node) in tree.nodes.enumerated() where node.hasOwnSections {
      append(place)
      append(node.sections.upperBound)
      append(node.areListed ? 1 : 0)
    }
  }

  private func append(_ state: SourceState?) {
    append(SourceState.allCases.firstIndex(of: state ?? .loaded) ?? 0)
  }

  /// Writes the number of warnings, and of each its kind (0 for a metric that its engine does not read, 1 for one that no
  /// engine reads, 2 for a placeholder and 3 for a height that fill nothing, 4 for sizes of items that are not read), the position of the metric and of the engine,
  /// the node (−1 for the snapshot), and the entry of its `sections` (−1 for the node itself).
  func append(_ warnings: ArraySlice<SourceWarning>) {
    append(warnings.count)
    for warning in warnings {
      switch warning {
      case .unread(let key, let engine, let place): append(0, key, engine, place)
      case .unreadItems(let engine, let place): append(4, nil, engine, place)
      case .readByNone(let key, let node): append(1, key, nil, node.map { SourcePlace($0) })
      case .filler(let place): append(place?.key == .placeholder ? 2 : 3, .rowHeight, nil, place)
      }
    }
  }

  @inline(never)
  private func append(_ kind: Int, _ key: MetricsKey?, _ engine: Engine?, _ place: SourcePlace?) {
    append(kind)
    append(key?.rawValue ?? 0)
    append(engine.flatMap { Engine.allCases.firstIndex(of: $0) } ?? 0)
    append(place?.node ?? -1)
    append(place?.section ?? -1)
  }

  /// Writes of a mistake: the tree (0 for the only or the old one, 1 for the new one); the place and, −1 if there is none, that
  /// of the value that it repeats; the position of its code; its sentence; and three numbers, which some codes have.
  func append(_ fault: SourceFault, in tree: Int, _ mismatch: TreeMismatch? = nil) {
    append(tree)
    append(fault.place)
    append(fault.first)
    end(fault.code, fault.detail, mismatch)
  }

  /// Writes the mistake of a tree that it has another direction.
  func append(_ difference: (key: RootKey, detail: SourceDetail), in tree: Int) {
    append(tree)
    append(nil, RootKey.allCases.firstIndex(of: difference.key))
    append(SourcePlace?.none)
    end(.notAllowed, difference.detail, nil)
  }

  private func end(_ code: SourceFault.Code, _ detail: SourceDetail, _ mismatch: TreeMismatch?) {
    append(SourceFault.Code.allCases.firstIndex(of: code) ?? 0)
    append(utf8: detail.bytes[...])
    append(mismatch?.section ?? -1)
    append(mismatch?.expected ?? -1)
    append(mismatch?.given ?? -1)
  }

  /// Writes a place: the node, the entry of its `sections`, the position of the member, the entry of its list; each −1 if it
  /// is not said. Members of the snapshot have the node −1.
  private func append(_ place: SourcePlace?) {
    append(place, place?.key.flatMap { NodeKey.allCases.firstIndex(of: $0) })
  }

  private func append(_ place: SourcePlace?, _ key: Int?) {
    append(place?.node ?? -1)
    append(place?.section ?? -1)
    append(key ?? -1)
    append(place?.entry ?? -1)
  }
}
