/// Runs of items, ascending within each stripe, merged into one ascending order: a binary heap by item number.
struct StripeMerge {
  /// The items of one stripe that have not been visited yet.
  struct Run {
    var item: Int
    var place: Int
    let end: Int
    let stripe: Int
  }

  private var heap: [Run] = []

  /// The run with the lowest item.
  var first: Run? { heap.first }

  /// O(log columns)
  mutating func add(_ run: Run) {
    heap.append(run)
    var child = heap.count - 1
    while child > 0, heap[child].item < heap[(child - 1) / 2].item {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Moves the first run to its next place, or drops it at its end. O(log columns)
  mutating func advance(to place: Int, item: (Int) -> Int) {
    if place < heap[0].end {
      heap[0].place = place
      heap[0].item = item(place)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
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
