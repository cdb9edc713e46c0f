/// The columns of a leaf whose digest is not known yet, with a number for each run.
struct LeafContent {
  let counts: LeafColumn
  let widths: LeafColumn
  let heights: LeafColumn
  let members: [MemberColumn]
  let runCount: Int

  init(
    counts: LeafColumn, widths: LeafColumn, heights: LeafColumn, members: [MemberColumn],
    runCount: Int
  ) {
    self.counts = counts
    self.widths = widths
    self.heights = heights
    self.members = members
    self.runCount = runCount
  }

  /// Creates the content of at most one run.
  init(_ run: ItemRun?) {
    self.init(
      counts: .equal(run?.sizes.markedCount ?? 0), widths: .equal(run?.sizes.widthBits ?? 0),
      heights: .equal(run?.sizes.heightBits ?? 0),
      members: RunMembers(run?.members).columns(0..<1), runCount: run == nil ? 0 : 1)
  }

  /// Whether a run has members.
  @inline(__always)
  var saysMembers: Bool { !members.isEmpty }

  /// Writes what distinguishes the leaf from any other leaf or node: a header with the columns' forms, the columns, and
  /// those of members if there are any.
  func write(to sink: any ContentSink) {
    let forms =
      UInt64(counts.form) << 8 | UInt64(widths.form) << 16 | UInt64(heights.form) << 24
    let kind = saysMembers ? ContentKind.leafWithMembers : .leaf
    let header = UInt64(kind.rawValue) | forms | UInt64(runCount) << 32
    if case .equal(let count) = counts, case .equal(let width) = widths,
      case .equal(let height) = heights
    {
      let all: Array4<UInt64> = [header, count, width, height]
      sink.append(all.span)
    } else {
      sink.append(([header] as Array1).span)
      counts.write(to: sink)
      widths.write(to: sink)
      heights.write(to: sink)
    }
    if saysMembers { writeMembers(to: sink) }
  }
}

/// The kind with which the bytes of a digest begin, so that objects of different kinds never have the same bytes.
enum ContentKind: UInt8 {
  case leaf = 1
  case node = 2
  case leafWithMembers = 3
}
