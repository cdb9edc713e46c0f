/// Stands over the blocks of a content node's leaves, or over other nodes, and knows where each child starts
/// (docs/rules.md#sums): immutable, shared by layouts.
final class LineNode: Sendable {
  /// What is before a child in its node.
  struct Place {
    /// The sum of the children's pitches, in order, in points.
    var base = 0.0
    var items = 0
  }

  /// One for each child, and at the end what all have.
  let places: [Place]
  /// Over leaves: a block for each.
  let blocks: [LineBlock]
  /// Else the nodes of the level below.
  let nodes: [LineNode]
  /// The width of the widest item, in points; 0 where items have none of their own.
  let greatestWidth: Double

  init(blocks: [LineBlock]) {
    places = LineNode.places(blocks.lazy.map { ($0.pitch, $0.leaf.itemCount) })
    self.blocks = blocks
    nodes = []
    greatestWidth = blocks.reduce(0) { greater($1.greatestWidth, $0) }
  }

  init(nodes: [LineNode]) {
    places = LineNode.places(nodes.lazy.map { ($0.pitch, $0.itemCount) })
    blocks = []
    self.nodes = nodes
    greatestWidth = nodes.reduce(0) { greater($1.greatestWidth, $0) }
  }

  @inline(__always)
  private static func places(_ children: some Collection<(Double, Int)>) -> [Place] {
    var place = Place()
    return [Place](capacity: children.count + 1) { places in
      places.append(place)
      for (pitch, items) in children {
        place.base += pitch
        place.items += items
        places.append(place)
      }
    }
  }

  var childCount: Int { places.count - 1 }
  var pitch: Double { places[childCount].base }
  var itemCount: Int { places[childCount].items }
  var areChildrenBlocks: Bool { nodes.isEmpty }

  /// The first child that ends behind `y`, or the number of children, where the node starts at `base`. O(log children)
  @inline(__always)
  func child(endingBehind y: Double, base: Double) -> Int {
    let pitch = pitch
    let likely =
      pitch > 0 && y > base ? Int(min((y - base) / pitch, 1) * Double(childCount)) : 0
    // The sums that say where the children are, so that nothing is rounded otherwise here.
    return partitionPoint(0..<childCount, near: max(0, likely - 2)..<likely + 2) {
      base + places[$0 + 1].base > y
    }
  }

  /// The child of an item that exists. O(log children)
  func child(ofItem item: Int) -> Int {
    partitionPoint(0..<childCount - 1) { places[$0 + 1].items > item }
  }

  /// Bytes of memory that it holds, its children left out.
  var byteCount: Int {
    HeapBytes.object(([Place], [LineBlock], [LineNode], Double).self) + HeapBytes.array(places)
      + HeapBytes.array(blocks) + HeapBytes.array(nodes)
  }
}

/// A block, and where it is in the section.
struct PlacedBlock {
  let block: LineBlock
  /// From the top of the items to the leaf's, in points.
  let base: Double
  /// The number of the leaf's first item in the section.
  let firstItem: Int

  /// From the top of the items to the top of a line, in points.
  @inline(__always)
  func top(ofLine line: Int) -> Double { base + block.top(ofLine: line) }

  /// The lines that may end behind `y`, from the line of an item on, or from the first one.
  @inline(__always)
  func lines(endingBehind y: Double, from item: Int, perLine: Int?) -> Range<Int> {
    var first = y > base ? block.line(endingBehind: y - base) : 0
    if item > firstItem + block.start {
      if item >= firstItem + block.end { return 0..<0 }
      first = max(first, block.line(ofItem: item - firstItem, perLine: perLine))
    }
    return first..<block.lineCount
  }
}
