extension NaiveEngine {
  static let mosaic = NaiveEngine(
    name: "mosaic", metrics: spacings + ["segmentHeight", "leadingSegments", "segments", "shelf"],
    spacing: 0,
    readsAcross: false, readsAlong: false,
    layOut: { $0.layOutMosaic(count: $1.count, $2, $3) })
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#mosaic.
  mutating func layOutMosaic(count: Int, _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    var remaining = count
    var segment = 0
    while remaining > 0 {
      let style = Self.style(ofSegment: segment, remaining: remaining, metrics)
      let segmentTop =
        room.top + Double(segment) * (metrics.segmentHeight + metrics.lineSpacing)
      for frame in Self.frames(of: style, metrics, room, segmentTop) {
        cells.append(Cell(frame: frame))
        remaining -= 1
      }
      lines.append(room.line(segmentTop, metrics.segmentHeight))
      bottom = segmentTop + metrics.segmentHeight
      segment += 1
    }
  }

  private static func style(
    ofSegment segment: Int, remaining: Int, _ metrics: NaiveMetrics
  ) -> String {
    if remaining == 1 { return "fullWidth" }
    if remaining == 2 { return "fiftyFifty" }
    let leading = metrics.leadingSegments
    if segment < leading.count { return leading[segment] }
    return metrics.segments[(segment - leading.count) % metrics.segments.count]
  }

  private static func frames(
    of style: String, _ metrics: NaiveMetrics, _ room: NaiveRoom, _ top: Double
  ) -> [NaiveRect] {
    let gap = metrics.interitemSpacing
    let shared = max(0, room.available - gap)
    let third = shared / 3
    let twoThirds = 2 * shared / 3
    let stackedHeight = max(0, (metrics.segmentHeight - metrics.lineSpacing) / 2)
    let second = stackedHeight + metrics.lineSpacing
    func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> NaiveRect {
      NaiveRect(x: room.left + x, y: top + y, width: width, height: height)
    }
    switch style {
    case "fullWidth":
      return [frame(0, 0, room.available, metrics.segmentHeight)]
    case "fiftyFifty":
      return [
        frame(0, 0, shared / 2, metrics.segmentHeight),
        frame(shared / 2 + gap, 0, shared / 2, metrics.segmentHeight),
      ]
    case "twoThirdsOneThird":
      return [
        frame(0, 0, twoThirds, metrics.segmentHeight),
        frame(twoThirds + gap, 0, third, stackedHeight),
        frame(twoThirds + gap, second, third, stackedHeight),
      ]
    case "oneThirdTwoThirds":
      return [
        frame(0, 0, third, stackedHeight),
        frame(0, second, third, stackedHeight),
        frame(third + gap, 0, twoThirds, metrics.segmentHeight),
      ]
    default:
      preconditionFailure("no segment style \(style)")
    }
  }
}
