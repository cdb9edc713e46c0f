/// An ordered list of nodes, in parts that several lists can share. A list that is made from another one retains its
/// parts, not each node, which would touch memory all over the heap.
struct LineNodeList: Sendable {
  /// The last one may be open while the list is built: it has no start yet.
  private var parts: [[LineNode]] = []
  /// The number of the first node of each part.
  private var starts: [Int] = []
  /// The part of each node.
  private var partOfNode: [Int32] = []
  /// Memory of the parts that are not shared with an earlier list, in bytes.
  private var partBytes = 0

  /// The least number of nodes of a new part before a shared part, and the greatest number of nodes of a new part.
  private static let countMin = 8
  private static let countMax = 48

  var count: Int { partOfNode.count }

  @inline(__always)
  subscript(number: Int) -> LineNode {
    let part = Int(partOfNode[number])
    return parts[part][number - starts[part]]
  }

  /// The number of nodes of the open part.
  private var openCount: Int { parts.count > starts.count ? parts[starts.count].count : 0 }

  /// Reserves memory for `count` nodes.
  mutating func reserve(_ count: Int) { partOfNode.reserveCapacity(count) }

  /// Appends a node. O(1) on average
  mutating func append(_ node: LineNode) {
    open()
    parts[starts.count].append(node)
    partOfNode.append(Int32(starts.count))
  }

  /// Appends some nodes of another list. O(parts), and O(1) for each node of parts that are not shared as a whole
  mutating func append(_ numbers: Range<Int>, of other: LineNodeList) {
    var next = numbers.lowerBound
    while next < numbers.upperBound {
      let part = Int(other.partOfNode[next])
      let start = other.starts[part]
      var end = min(numbers.upperBound, start + other.parts[part].count)
      let isWhole = next == start && end == start + other.parts[part].count
      if isWhole && (openCount == 0 || openCount >= LineNodeList.countMin) {
        finish()
        starts.append(count)
        parts.append(other.parts[part])
        for _ in next..<end { partOfNode.append(Int32(parts.count - 1)) }
      } else {
        open()
        end = min(end, next + LineNodeList.countMax - openCount)
        parts[starts.count].append(contentsOf: other.parts[part][next - start..<end - start])
        for _ in next..<end { partOfNode.append(Int32(starts.count)) }
      }
      next = end
    }
  }

  /// Has the last part open, with room for a node.
  private mutating func open() {
    if openCount == LineNodeList.countMax { finish() }
    if parts.count == starts.count { parts.append([]) }
  }

  /// Ends the open part.
  mutating func finish() {
    if openCount == 0 { return }
    partBytes += HeapBytes.array(parts[starts.count])
    starts.append(count - openCount)
  }

  /// Memory of the list and of the parts made for it, in bytes, without the nodes' own.
  var byteCount: Int {
    HeapBytes.array(parts) + HeapBytes.array(starts) + HeapBytes.array(partOfNode) + partBytes
  }
}
