/// Members that a step gives to neighbouring items which stay what they are (docs/rules.md#steps).
struct Adjustment {
  let items: Range<Int>
  /// The members, from a place on.
  let given: GivenItems
  let place: Int
  /// The codes of the members that are given; the others stay.
  let codes: [UInt8]
  /// Whether the members have the names of a horizontal snapshot.
  let isHorizontal: Bool

  /// The change of some of the items, for an engine that keeps what it reads.
  func edit(_ items: Range<Int>, _ rules: EngineRules) -> ContentEdit {
    let first = place + items.lowerBound - self.items.lowerBound
    let pieces = GivenPieces(given, first..<first + items.count)
    return ContentEdit(
      items: items,
      replacement: .changed { old in
        let next = pieces.next
        var run = old
        run.count = min(old.count, next.count)
        pieces.pass(run.count)
        var members = old.members ?? GivenMembers()
        let given = next.members?.named(isHorizontal: isHorizontal)
        for code in codes {
          let own = isHorizontal ? MemberCode.transposed(code) : code
          members[own] = given?[own]
        }
        run.members = rules.kept(members)
        return run
      })
  }
}

extension GivenStep {
  /// The adjustments of items, by the number of their section before the step. O(entries + items named one by one)
  func adjustments(isHorizontal: Bool) -> NumberedValues<[Adjustment]> {
    var adjustments = NumberedValues<[Adjustment]>()
    for (named, (given, codes)) in zip(step.adjust, adjusted) where !named.isEmpty {
      func append(_ items: Range<Int>, _ place: Int) {
        adjustments.append(
          Adjustment(
            items: items, given: given, place: place, codes: codes, isHorizontal: isHorizontal),
          at: named.section)
      }
      switch named {
      case .range(let range): append(range.lowerBound.item..<range.upperBound.item, 0)
      case .items(_, let items):
        for (place, item) in items.enumerated() { append(item..<item + 1, place) }
      case .estimated: break
      }
    }
    return adjustments
  }
}
