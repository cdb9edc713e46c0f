extension NaiveEngine {
  static let fixed = NaiveEngine(
    name: "fixed", metrics: ["designWidth"], spacing: 0, readsAcross: true, readsAlong: true,
    needsAcross: true, needsAlong: true, geometry: ["x", "y"],
    layOut: { $0.layOutFixed($1, $2, $3) }, variants: [[:], ["designWidth": 50]])
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#fixed.
  mutating func layOutFixed(_ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    let factor = metrics.designWidth.map { room.available / $0 } ?? 1
    var end = 0.0
    for item in items {
      let y = factor * item.member("y").double!
      let height = factor * item.height!
      let frame = NaiveRect(
        x: room.left + factor * item.member("x").double!, y: room.top + y,
        width: factor * item.width!,
        height: height)
      cells.append(Cell(frame: frame))
      end = max(end, y + height)
    }
    bottom = room.top + end
  }
}
