/// The lengths of columns to which items are assigned in turn.
struct StripedLengths: WaterfallLengths {
  private var lengths: [Double]
  private var column: Int

  init(_ lengths: [Double], itemsBefore: Int) {
    self.lengths = lengths
    column = itemsBefore % lengths.count
  }

  func write(to numbers: inout MutableSpan<UInt64>, at place: Int) {
    for column in lengths.indices { numbers[place + column] = lengths[column].bitPattern }
  }

  @inline(__always)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    let taker = column
    let length = lengths[taker]
    lengths[taker] = length + extent
    column = taker + 1 == lengths.count ? 0 : taker + 1
    return (taker, length)
  }
}
