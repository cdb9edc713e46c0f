extension SectionLayout {
  /// The farthest that the transformed frame of a cell reaches beyond its frame, in points; 0 without
  /// transforms. Takes a step for each item, of equal cells one for each size.
  static func reach(
    of section: Section, _ arrangement: any ItemArrangement, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    guard section.items.memberTraits.contains(.areTransformed) else { return 0 }
    var reach = 0.0
    let count = section.items.count
    var item = 0
    var cursor = RunCursor(section.items)
    var own = CellAttributesCursor(section.items)
    var frames: [CellFrame] = []
    while item < count {
      try meter.take()
      let run = cursor.run(from: item)
      guard run.count > SectionLayout.cellsAtOnce else {
        // Neighbours of few equal items are read together.
        let part = item..<min(count, item + SectionLayout.cellsAtOnce)
        try meter.take(part.count)
        frames.removeAll(keepingCapacity: true)
        arrangement.appendFrames(ofItems: part, origin: 0, to: &frames)
        while item < part.upperBound {
          own.move(to: item)
          if let transform = own.attributes.transform {
            reach = greater(reach, transform.reach(of: frames[item - part.lowerBound].frame))
          }
          item += 1
        }
        continue
      }
      let end = item + run.count
      guard let transform = CellAttributes(run.members).transform else {
        item = end
        continue
      }
      while item < end {
        let equal = arrangement.repetition(from: item, of: section.items)
        let period = equal.isUniform ? 1 : min(equal.period, end - item)
        try meter.take(period)
        for cell in item..<item + period {
          reach = greater(
            reach, transform.reach(of: arrangement.frame(ofItem: cell, origin: 0).frame))
        }
        item = min(end, item + equal.period * max(1, equal.rounds))
      }
    }
    // Coordinates far from the origin are rounded more than those here.
    return reach == 0 ? 0 : reach + max(reach, greatestCoordinate) * 0x1p-46
  }

  /// The number of cells that are read together.
  private static let cellsAtOnce = 1024
}

extension Transform {
  /// The farthest that the picture of a frame reaches beyond it, at least 0. The layout may be one of a horizontal
  /// snapshot, too, which exchanges the extents.
  @inline(never)
  fileprivate func reach(of frame: Rect) -> Double {
    guard frame.width > 0, frame.height > 0 else { return 0 }
    return greater(reach(frame.width, frame.height), reach(frame.height, frame.width))
  }

  @inline(never)
  private func reach(_ width: Double, _ height: Double) -> Double {
    let frame = Rect(x: -width / 2, y: -height / 2, width: width, height: height)
    guard let picture = transformedFrame(of: frame) else { return 0 }
    let atStart = greater(frame.x - picture.x, frame.y - picture.y)
    let atEnd = greater(
      picture.x + picture.width - width / 2, picture.y + picture.height - height / 2)
    return greater(0, greater(atStart, atEnd))
  }
}
