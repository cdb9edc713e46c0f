/// What a leaf says, which has no name yet: columns for as many runs.
struct LeafContent {
  let counts: LeafColumn
  let widths: LeafColumn
  let heights: LeafColumn
  /// One for each member of the table; none where no run says any.
  let members: [LeafColumn]
  let runCount: Int

  init(
    counts: LeafColumn, widths: LeafColumn, heights: LeafColumn, members: [LeafColumn],
    runCount: Int
  ) {
    self.counts = counts
    self.widths = widths
    self.heights = heights
    self.members = members
    self.runCount = runCount
  }

  /// One run, or none.
  init(_ run: ItemRun?) {
    self.init(
      counts: .equal(run?.markedCount ?? 0), widths: .equal(run?.widthBits ?? 0),
      heights: .equal(run?.heightBits ?? 0),
      members: !ItemMember.areThere || run?.members == nil
        ? [] : LeafContent.columns(of: [run!.members], 0..<1),
      runCount: run == nil ? 0 : 1)
  }

  /// Writes what distinguishes the leaf from any other leaf or node: a header with the columns' forms, the columns,
  /// and those of members where there are some.
  func write(to sink: any ContentSink) {
    let forms =
      UInt64(counts.form) << 8 | UInt64(widths.form) << 16 | UInt64(heights.form) << 24
    let sayNothing = !ItemMember.areThere || members.isEmpty
    let kind = sayNothing ? ContentKind.leaf : .leafWithMembers
    let header = UInt64(kind.rawValue) | forms | UInt64(runCount) << 32
    if case .equal(let count) = counts, case .equal(let width) = widths,
      case .equal(let height) = heights
    {
      let all: InlineArray<4, UInt64> = [header, count, width, height]
      sink.append(all.span)
    } else {
      sink.append(([header] as InlineArray<1, UInt64>).span)
      counts.write(to: sink)
      widths.write(to: sink)
      heights.write(to: sink)
    }
    if !sayNothing { writeMembers(to: sink) }
  }
}

/// Begins the canonical bytes of what has a digest of its own, so that no two kinds write the same bytes.
enum ContentKind: UInt8 {
  case leaf = 1
  case node = 2
  case leafWithMembers = 3
}
