/// Properties of the members below a node, which the node stores.
struct MemberTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// Some item has a member.
  static var areGiven: MemberTraits { MemberTraits(rawValue: 1) }
  /// Items differ in members that are geometry.
  static var differInGeometry: MemberTraits { MemberTraits(rawValue: 2) }
  /// Some item is hidden.
  static var areHidden: MemberTraits { MemberTraits(rawValue: 4) }
  /// Some item has a transform.
  static var areTransformed: MemberTraits { MemberTraits(rawValue: 8) }
  /// Some item has a zIndex of its own.
  static var haveZIndex: MemberTraits { MemberTraits(rawValue: 16) }
  /// Some item stands over another number of columns than one.
  static var haveSpans: MemberTraits { MemberTraits(rawValue: 32) }
  /// Some item says its column.
  static var haveColumns: MemberTraits { MemberTraits(rawValue: 64) }

  /// Those by which queries find other cells than frames tell, or in another order.
  static var changeQueries: MemberTraits { [.areHidden, .areTransformed, .haveZIndex] }

  /// Those by which a waterfall finds the columns of items.
  static var changeColumns: MemberTraits { [.haveSpans, .haveColumns] }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The version of the rules that has all of the members.
  var rulesVersion: UInt8 {
    if isEmpty { return RulesVersion.base }
    return isDisjoint(with: .changeColumns)
      ? RulesVersion.members : RulesVersion.galleries
  }

  /// The traits of equal items. O(members)
  init(_ members: GivenMembers?) {
    self = []
    for member in members?.list ?? [] { formUnion(MemberTraits(having: member.code)) }
  }

  /// The traits of items that have the member with a code.
  init(having code: UInt8) {
    self = .areGiven
    switch code {
    case MemberCode.span: insert(.haveSpans)
    case MemberCode.columnIndex: insert(.haveColumns)
    case MemberCode.hidden: insert(.areHidden)
    case MemberCode.zIndex: insert(.haveZIndex)
    case MemberCode.transform..<MemberCode.transform + 16: insert(.areTransformed)
    default: break
    }
  }
}
