import ContentHash
public import JSONText
public import LayoutCore
public import LayoutWire

extension ContentNaming {
  /// The names of the service.
  public static let tests = ContentNaming.sha256
}

extension SnapshotDecoder {
  /// The snapshot that a text without slack holds, however long that takes. O(bytes)
  public static func snapshot(
    reading text: [UInt8], depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits()
  ) throws(Problem) -> Snapshot {
    try snapshot { (meter) throws(DecodingInterrupted) in
      try read(
        text.span.bytes, hasSlack: false, depthMax: depthMax, limits: limits, naming: .tests,
        meter: &meter)
    }
  }

  /// The snapshot that a document of the whole text describes.
  public static func snapshot(
    readingWhole text: [UInt8], depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits()
  ) throws(Problem) -> Snapshot {
    try snapshot { (meter) throws(DecodingInterrupted) in
      try readWhole(
        text.span.bytes, hasSlack: false, depthMax: depthMax, limits: limits, naming: .tests,
        meter: &meter)
    }
  }

  private static func snapshot(
    _ read: (inout WorkMeter) throws(DecodingInterrupted) -> DecodedSnapshot
  ) throws(Problem) -> Snapshot {
    var meter = WorkMeter.unlimited
    do throws(DecodingInterrupted) {
      return try read(&meter).snapshot
    } catch {
      guard case .problem(let problem) = error else { throw Problem(.unavailable) }
      throw problem
    }
  }
}

extension Items {
  /// Items that are listed one by one, or of one size.
  public init(count: Int, widths: Extents = .uniform(0), heights: Extents = .uniform(0)) {
    var builder = ContentTreeBuilder(naming: .tests)
    builder.append(count: count, widths: widths, heights: heights)
    self.init(builder.finish())
  }

  /// All runs, in order.
  public var runs: [ItemRun] {
    var meter = WorkMeter.unlimited
    guard let tree else { return count > 0 ? [self[0]] : [] }
    return (try? tree.runs(of: 0..<count, meter: &meter)) ?? []
  }
}
