/// Checks the keys of the items of a tree's sections: one for each item, none twice in a section. Each key is given by a
/// number that equal keys have, and no others.
package struct KeyLists {
  /// By the number of a key, where it occurred last: the number of the list, and the place in it.
  private var last: [(list: Int32, place: Int32)] = []
  private var listCount: Int32 = 0
  private var keyCount = 0
  private var faults: [SourceFault] = []

  package init() {}

  /// Takes the mistakes that were found since they were taken last.
  package mutating func takeFaults() -> [SourceFault] {
    defer { faults = [] }
    return faults
  }

  /// Whether the next list may be read: the source has not too many keys, and the list has one for each item.
  ///
  /// - Parameter itemCount: The number of items; nil if it is not known.
  package mutating func mayRead(_ count: Int, itemCount: Int?, at place: SourcePlace) -> Bool {
    let before = keyCount
    keyCount += count
    guard keyCount <= SourceTree.keysMax else {
      if before <= SourceTree.keysMax {
        faults.append(
          SourceFault(
            SourcePlace(0), .tooMany, SourceDetail("has more than ", SourceTree.keysMax, " keys")))
      }
      return false
    }
    guard let itemCount, count != itemCount else { return true }
    faults.append(
      SourceFault(
        place, .notAllowed,
        SourceDetail("has ", count, " keys, there are ").and(itemCount, " items")))
    return false
  }

  /// Finds the keys that a list has twice, and what is no key. O(keys)
  ///
  /// - Parameter keys: Below 0 for what is no key.
  package mutating func read(_ keys: [Int32], at place: SourcePlace) {
    listCount += 1
    let greatest = Int(keys.max() ?? -1)
    if greatest >= last.count {
      last += Array(repeating: (0, 0), count: greatest + 1 - last.count)
    }
    for (entry, key) in keys.enumerated() where faults.count < SourceFault.countMax {
      guard key >= 0 else {
        var wrong = place
        wrong.entry = entry
        faults.append(
          SourceFault(wrong, .wrongType, SourceDetail("must be a string or a number")))
        continue
      }
      let known = last[Int(key)]
      guard known.list == listCount else {
        last[Int(key)] = (listCount, Int32(entry))
        continue
      }
      var (repeated, first) = (place, place)
      (repeated.entry, first.entry) = (entry, Int(known.place))
      faults.append(
        SourceFault(
          repeated, .duplicateKey, SourceDetail("is the key of another item"), first: first))
    }
  }
}
