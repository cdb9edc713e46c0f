import Oracle
import Testing

@testable import LayoutCore

/// Tops of lines as the oracle sums them, over the nodes of a tree, whatever has ended these.
private struct NaiveLines {
  let tops: [Double]
  let extents: [Double]

  init(_ tree: ContentTree, lines: [Range<Int>], spacing: Double) {
    let heights = tree.leafRuns.joined().flatMap { Array(repeating: $0.height, count: $0.count) }
    extents = lines.map { heights[$0].max()! }
    var leaf = 0
    func naive(_ child: ContentChild) -> NaiveSums.Child {
      if case .node(let node) = child { return .node(node.children.map { naive($0) }) }
      defer { leaf += 1 }
      return .leaf(leaf)
    }
    let leaves = tree.leafRuns.map { $0.map { NaiveSums.Run($0) } }
    tops = NaiveSums(leaves: leaves, root: naive(tree.root)).tops(
      lines: lines, extents: extents, spacing: spacing)
  }
}

extension Lines {
  /// The blocks of all leaves, in order.
  var blocks: [PlacedBlock] {
    let nodes = nodes.all
    let ends = nodes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.itemCount) }
    return nodes.indices.flatMap { node in
      nodes[node].places.indices.map { child in
        let place = nodes[node].places[child]
        return PlacedBlock(
          block: place.block, base: bases[node] + place.base,
          firstItem: ends[node] + place.firstItem, node: node, child: child)
      }
    }
  }

  /// Compares all that it says of lines with what the rules say.
  func expectNaive(
    _ tree: ContentTree, lines: [Range<Int>], spacing: Double, perLine: Int?,
    _ comment: Comment? = nil
  ) {
    let naive = NaiveLines(tree, lines: lines, spacing: spacing)
    var (ranges, tops, extents): ([Range<Int>], [Double], [Double]) = ([], [], [])
    var areFound = true
    for place in blocks {
      let block = place.block
      for line in 0..<block.lineCount {
        let items = block.items(ofLine: line, perLine: perLine)
        ranges.append(place.firstItem + items.lowerBound..<place.firstItem + items.upperBound)
        tops.append(place.top(ofLine: line))
        extents.append(block.extent(ofLine: line, perLine: perLine))
        for item in [items.lowerBound, items.upperBound - 1] {
          areFound = areFound && block.line(ofItem: item, perLine: perLine) == line
        }
        let (top, before) = (block.top(ofLine: line), max(0, line - 1))
        let found = block.line(endingBehind: top)
        let foundBefore = block.line(endingBehind: top.nextDown)
        areFound =
          areFound && found >= line && block.top(ofLine: found) == top
          && (foundBefore == before || block.top(ofLine: before) == top)
      }
    }
    #expect(areFound, comment)
    #expect(ranges == lines, comment)
    #expect(tops == naive.tops, comment)
    #expect(extents == naive.extents, comment)
    #expect(extent == naive.tops.last! + naive.extents.last!, comment)
    #expect(blocks.map(\.block.leaf.digest) == tree.leaves().map(\.leaf.digest), comment)
    for line in lines {
      for item in [line.lowerBound, line.upperBound - 1] {
        let place = block(ofItem: item)
        let number = place.block.line(ofItem: item - place.firstItem, perLine: perLine)
        let items = place.block.items(ofLine: number, perLine: perLine)
        areFound = areFound && place.firstItem + items.lowerBound == line.lowerBound
      }
    }
    #expect(areFound, comment)
  }
}
