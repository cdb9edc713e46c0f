public import JSONText
public import LayoutCore

extension JSONWriter {
  /// Writes an effect as a snapshot gives it (docs/rules.md#effects), without members that have their defaults. O(stops)
  public mutating func effect(_ effect: Effect) {
    let start = bytes.count
    func isWritten(_ key: EffectKey) -> Bool {
      switch key {
      case .unit: effect.unit != nil
      case .focus: effect.focus != 0.5
      case .perspective: effect.perspective != nil
      case .origin: effect.origin != EffectOrigin()
      case .stops: true
      }
    }
    for key in EffectKey.allCases where isWritten(key) {
      member(key)
      switch key {
      case .unit: number(effect.unit ?? 0)
      case .focus: number(effect.focus)
      case .perspective: number(effect.perspective ?? 0)
      case .origin: origin(effect.origin)
      case .stops: array(effect.stops) { $1.stop($0) }
      }
    }
    closeObject(from: start)
  }

  private mutating func origin(_ origin: EffectOrigin) {
    let start = bytes.count
    for key in OriginKey.allCases where origin[key] != EffectOrigin()[key] {
      member(key)
      number(origin[key])
    }
    closeObject(from: start)
  }

  private mutating func stop(_ stop: EffectStop) {
    let start = bytes.count
    for key in StopKey.allCases {
      guard let value = stop[key] else { continue }
      member(key)
      number(value)
    }
    closeObject(from: start)
  }

  /// Writes what an effect makes of a cell, each member after a comma, without those that have their defaults.
  mutating func shown(_ cell: ShownCell) {
    literal(",\"distance\":")
    number(cell.distance)
    if cell.alpha != 1 {
      literal(",\"alpha\":")
      number(cell.alpha)
    }
    // One whose numbers overflow is shown nowhere.
    guard let transform = cell.transform, transform.isFinite else { return }
    literal(transform.isAffine ? ",\"transform\":" : ",\"transform3D\":")
    array(transform.numbers)
    guard let frame = cell.transformedFrame else { return }
    literal(",\"transformedFrame\":")
    rect(frame)
  }
}
