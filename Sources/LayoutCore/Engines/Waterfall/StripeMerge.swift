/// Merges runs of items, each ascending within its stripe, into ascending order. A binary heap by item number.
struct StripeMerge {
  /// The unvisited items of one stripe.
  struct StripeRest {
    var item: Int
    /// The block of the item, if there are blocks.
    var block = 0
    var place: Int
    var end: Int
    let stripe: Int
  }

  private var heap: [StripeRest] = []

  /// The run with the lowest item.
  var first: StripeRest? { heap.first }

  /// O(log columns)
  mutating func add(_ run: StripeRest) {
    heap.append(run)
    var child = heap.count - 1
    while child > 0, heap[child].item < heap[(child - 1) / 2].item {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Replaces the first run, or removes it if `run` is nil. O(log columns)
  mutating func replaceFirst(with run: StripeRest?) {
    heap[0] = run ?? heap[heap.count - 1]
    if run == nil { heap.removeLast() }
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < heap.count {
        if heap[child].item < heap[least].item { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
