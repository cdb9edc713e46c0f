/// An index of a table of ascending coordinates. It divides the table's extent into equal stretches of 16 entries on
/// average, and stores the entry in which each stretch starts. A quarter of a byte per entry.
struct CoordinateIndex {
  private static let entriesPerStretch = 16

  /// The length of a stretch, in points.
  private let pitch: Double
  /// The entry in which each stretch starts. Empty if the table is short.
  private let entries: [Int32]

  /// Indexes coordinates that start at 0, at least one. O(coordinates)
  init(_ coordinates: [Double]) {
    let count = coordinates.count
    let extent = coordinates[count - 1]
    pitch = extent / Double(count / CoordinateIndex.entriesPerStretch)
    guard count >= 4 * CoordinateIndex.entriesPerStretch, pitch > 0, pitch.isFinite else {
      entries = []
      return
    }
    let stretches = count / CoordinateIndex.entriesPerStretch
    var entries: [Int32] = []
    entries.reserveCapacity(stretches + 1)
    var entry = 0
    for stretch in 0...stretches {
      let start = Double(stretch) * pitch
      while entry + 1 < count, coordinates[entry + 1] <= start { entry += 1 }
      entries.append(Int32(entry))
    }
    self.entries = entries
  }

  /// The entries that may contain a coordinate, except for rounding errors.
  @inline(__always)
  func entries(near coordinate: Double) -> Range<Int> {
    guard let last = entries.indices.last else { return 0..<Int.max }
    let stretch = coordinate > 0 ? Int(min(coordinate / pitch, Double(last))) : 0
    return Int(entries[stretch])..<Int(entries[min(stretch + 1, last)])
  }

  var byteCount: Int { HeapBytes.array(entries) }
}
