import Testing

@testable import LayoutCore

/// Tops of lines as the rules say them, from a look at every item.
struct NaiveLines {
  private(set) var tops: [Double] = []
  private(set) var extents: [Double] = []
  private(set) var extent = 0.0

  init(_ tree: ContentTree, lines: [Range<Int>], spacing: Double) {
    let leaves = tree.leafRuns
    let heights = leaves.joined().flatMap { Array(repeating: $0.height, count: $0.count) }
    let runs = leaves.joined().enumerated().flatMap { Array(repeating: $0, count: $1.count) }
    let ends = leaves.map { $0.reduce(0) { $0 + $1.count } }
      .reduce(into: [0]) { $0.append($0.last! + $1) }
    extents = lines.map { heights[$0].max()! }

    // In each leaf: tops from 0, and the sum past the last.
    var local: [[Double]] = []
    var pitches: [Double] = []
    var number = 0
    for leaf in leaves.indices {
      var sum = 0.0
      var (stretchTop, stretchCount) = (0.0, 0.0)
      var previous: Int?
      var leafTops: [Double] = []
      while number < lines.count, lines[number].lowerBound < ends[leaf + 1] {
        let line = lines[number]
        let pitch = extents[number] + spacing
        let run = runs[line.lowerBound] == runs[line.upperBound - 1] ? runs[line.lowerBound] : nil
        if run == nil || run != previous { (stretchTop, stretchCount) = (sum, 0) }
        leafTops.append(stretchTop + stretchCount * pitch)
        stretchCount += 1
        sum = stretchTop + stretchCount * pitch
        previous = run
        number += 1
      }
      local.append(leafTops)
      pitches.append(sum)
    }

    var bases: [Double] = []
    func pitch(_ child: ContentChild, _ leaf: Int) -> Double {
      guard case .node(let node) = child else { return pitches[leaf] }
      var (sum, leaf) = (0.0, leaf)
      for child in node.children {
        sum += pitch(child, leaf)
        leaf += child.counts.leaves
      }
      return sum
    }
    func visit(_ child: ContentChild, _ leaf: Int, _ base: Double) {
      guard case .node(let node) = child else { return bases.append(base) }
      var (sum, leaf) = (0.0, leaf)
      for child in node.children {
        visit(child, leaf, base + sum)
        sum += pitch(child, leaf)
        leaf += child.counts.leaves
      }
    }
    visit(tree.root, 0, 0)
    for leaf in leaves.indices { for top in local[leaf] { tops.append(bases[leaf] + top) } }
    if !lines.isEmpty { extent = tops.last! + extents.last! }
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
    #expect(extent == naive.extent, comment)
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
