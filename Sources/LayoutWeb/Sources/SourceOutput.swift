import LayoutCore
import LayoutSources

/// The format of what the page is told of a tree of sources.
extension NumberOutput {
  /// Writes the state of the root; the number of nodes, and of each its state, its first section, its number of sections, and
  /// flags (1 if it is movable, 2 if it is editable, 4 if it is to be loaded); the number of ranges of sections that are
  /// nodes' own, and of each its node, its end, and 1 if the node lists them, else 0. O(nodes)
  func append(_ outline: SourceOutline) {
    append(place(of: outline.state))
    append(Double(outline.nodes.count))
    let load = outline.load
    var loaded = 0
    for node in outline.nodes {
      append(Double(node.node))
      append(place(of: node.state))
      append(Double(node.sections.lowerBound))
      append(Double(node.sections.count))
      let isLoaded = loaded < load.count && load[loaded] == node.node
      if isLoaded { loaded += 1 }
      append(Double((node.isMovable ? 1 : 0) + (node.isEditable ? 2 : 0) + (isLoaded ? 4 : 0)))
    }
    append(Double(outline.lists.count))
    for list in outline.lists {
      append(Double(list.node))
      append(Double(list.sections.upperBound))
      append(list.areListed ? 1 : 0)
    }
  }

  private func place(of state: SourceState) -> Double {
    Double(SourceState.allCases.firstIndex(of: state) ?? 0)
  }

  /// Writes the number of warnings, and of each its kind (0 for a metric that its engine does not read, 1 for one that no
  /// engine reads, 2 for a placeholder and 3 for a height that fill nothing, 4 for sizes of items that are not read), the position of the metric and of the engine,
  /// the node (−1 for the snapshot), and the entry of its `sections` (−1 for the node itself).
  func append(_ warnings: [SourceWarning]) {
    append(Double(warnings.count))
    for warning in warnings {
      switch warning {
      case .unread(let key, let engine, let place):
        let engine = Engine.allCases.firstIndex(of: engine) ?? 0
        append([0, Double(key.rawValue), Double(engine)], place)
      case .unreadItems(let engine, let place):
        append([4, 0, Double(Engine.allCases.firstIndex(of: engine) ?? 0)], place)
      case .readByNone(let key, let node):
        append([1, Double(key.rawValue), 0], node.map { SourcePlace($0) })
      case .filler(let place):
        let isPlaceholder = place?.key == .placeholder
        append([isPlaceholder ? 2 : 3, Double(MetricsKey.rowHeight.rawValue), 0], place)
      }
    }
  }

  private func append(_ numbers: [Double], _ place: SourcePlace?) {
    for number in numbers { append(number) }
    append(Double(place?.node ?? -1))
    append(Double(place?.section ?? -1))
  }

  /// Writes of each mistake: the tree (0 for the only or the old one, 1 for the new one); the place and, −1 if there is none,
  /// that of the value that it repeats; the position of its code; its sentence; and three numbers, which some codes have.
  func append(_ fault: TreeFault) {
    append(Double(fault.tree))
    append(fault.place)
    append(fault.first)
    append(Double(SourceFault.Code.allCases.firstIndex(of: fault.code) ?? 0))
    append(fault.detail)
    append(Double(fault.mismatch?.section ?? -1))
    append(Double(fault.mismatch?.expected ?? -1))
    append(Double(fault.mismatch?.given ?? -1))
  }

  /// Writes a place: the node, the entry of its `sections`, the position of the member, the entry of its list; each −1 if it
  /// is not said. Members of the snapshot have the node −1.
  private func append(_ place: TreeFault.FaultPlace?) {
    var numbers = [-1, -1, -1, -1]
    switch place {
    case .node(let place):
      let key = place.key.flatMap { NodeKey.allCases.firstIndex(of: $0) }
      numbers = [place.node, place.section ?? -1, key ?? -1, place.entry ?? -1]
    case .snapshot(let key): numbers[2] = RootKey.allCases.firstIndex(of: key) ?? 0
    case nil: break
    }
    for number in numbers { append(Double(number)) }
  }
}

/// A mistake in one of the trees of a call.
struct TreeFault {
  enum FaultPlace {
    case node(SourcePlace)
    case snapshot(RootKey)
  }

  /// 0 for the only or the old tree, 1 for the new one.
  let tree: Int
  let place: FaultPlace
  let first: FaultPlace?
  let code: SourceFault.Code
  let detail: String
  let mismatch: TreeMismatch?

  init(_ fault: SourceFault, in tree: Int) {
    self.tree = tree
    (place, first) = (.node(fault.place), fault.first.map { .node($0) })
    (code, detail, mismatch) = (fault.code, fault.detail, nil)
  }

  init(_ key: RootKey, _ detail: String, in tree: Int) {
    self.tree = tree
    (place, first, code) = (.snapshot(key), nil, .notAllowed)
    (self.detail, mismatch) = (detail, nil)
  }

  /// The mistake of the old tree that it does not stand for the layout.
  init(_ mismatch: TreeMismatch, of compared: ComparedTree) {
    (tree, first, self.mismatch) = (0, nil, mismatch)
    (code, detail) = (
      mismatch.section == nil ? .sectionCountMismatch : .itemCountMismatch, mismatch.detail
    )
    guard let section = mismatch.section else {
      place = .node(SourcePlace(0))
      return
    }
    let own = compared.outline.place(ofSection: section)
    place = .node(
      SourcePlace(own.node, section: own.section, compared.saysItems[section] ? .items : nil))
  }
}
