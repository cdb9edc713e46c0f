package import LayoutCore

/// Metrics as one object gives them, before they are merged with those of the levels above.
package struct GivenMetrics: Sendable {
  package private(set) var values: [(key: MetricsKey, value: MetricValue)] = []

  package init() {}

  package mutating func append(_ value: MetricValue, for key: MetricsKey) {
    values.append((key, value))
  }
}

extension MetricsValues {
  /// The values with those of an inner level, which replace them one by one, and their rivals.
  package func merged(with given: GivenMetrics?) -> MetricsValues {
    guard let given else { return self }
    var merged = self
    for (key, value) in given.values { merged[key] = value }
    return merged
  }
}

/// Headers or footers of a node or of a section: those that take room, with their positions.
package struct NodeElements: Sendable {
  /// An element with its position in the array.
  struct NodeElement: Sendable {
    var index: Int32
    /// Whether a section that shows a placeholder shows it.
    let isVisibleWhileShowingPlaceholder: Bool
    let values: SupplementaryValues
  }

  private(set) var elements: [NodeElement] = []
  /// The length of the array, with the elements that take no room.
  private var count: Int32 = 0

  /// Creates an empty list with memory for `capacity` elements.
  package init(capacity: Int = 0) { elements.reserveCapacity(capacity) }

  package mutating func append(
    _ values: SupplementaryValues, isHorizontal: Bool,
    isVisibleWhileShowingPlaceholder: Bool = false
  ) {
    if values.hasRoom(isHorizontal: isHorizontal) {
      elements.append(
        NodeElement(
          index: count, isVisibleWhileShowingPlaceholder: isVisibleWhileShowingPlaceholder,
          values: values))
    }
    count += 1
  }

  /// Appends an array behind this one. O(elements)
  @inline(never)
  mutating func append(_ other: NodeElements) {
    for var element in other.elements {
      element.index += count
      elements.append(element)
    }
    count += other.count
  }
}

/// What a node gives besides its place in the tree, or a section that a node lists, without its items and keys. A node that lists
/// items has a section without any members.
package final class NodeContents {
  /// Of a section.
  package var id: String?
  /// Nil if it is inherited.
  package var engine: Engine?
  package var metrics: GivenMetrics?
  package var headers = NodeElements()
  package var footers = NodeElements()
  package var placeholder: SupplementaryValues?
  package var members = SectionMembers()

  package init() {}
}
