/// The lengths of columns that take items by turns.
struct StripedLengths: WaterfallLengths {
  private(set) var all: [Double]
  private var column: Int

  init(_ lengths: [Double], itemsBefore: Int) {
    all = lengths
    column = itemsBefore % lengths.count
  }

  @inline(__always)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    let taker = column
    let length = all[taker]
    all[taker] = length + extent
    column = taker + 1 == all.count ? 0 : taker + 1
    return (taker, length)
  }
}
