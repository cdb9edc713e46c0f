import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutService
@testable import LayoutWeb

/// Numbers and texts as a page writes them.
private func withInput<Value>(
  _ numbers: [Double], texts: [UInt8] = [], _ body: (NumberInput) -> Value
) -> Value {
  numbers.withUnsafeBufferPointer { numbers in
    texts.withUnsafeBufferPointer { body(NumberInput(numbers, texts: $0)) }
  }
}

@Suite("The core as a page uses it")
struct ModuleTests {
  /// A snapshot of one section of `count` equal rows in a column.
  private static func column(count: Double) -> [Double] {
    // One section: no id, the engine column, no metrics, headers and placeholder, one entry of items that says a height
    // and how many they are, no footers and members.
    let members = [Double](repeating: 0, count: MemberRow.ofItems.count)
    return noRoot + [1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 50, 1, count, 0] + members + [0] + noShades
  }

  /// No members of a snapshot before its sections, and none of a section without rules of their own.
  private static let noRoot = [Double](repeating: 0, count: RootKey.allCases.count - 1)
  private static let noShades = [Double](repeating: 0, count: MemberRow.ofSections.count)

  /// Behind a list of elements whose items say nothing beside their sizes: nothing where the table has no member.
  private let noMembers: [Double] = true ? [0] : []

  @Test("A snapshot is laid out and asked for its elements")
  func elements() {
    let module = LayoutModule()
    let snapshot = withInput(ModuleTests.column(count: 1_000_000_000)) { module.snapshot($0) }
    #expect(snapshot > 0)
    #expect(module.output.texts.count == 64)
    #expect(module.output.numbers == [1, 1_000_000_000, 0])
    let layout = module.layout(snapshot, width: 100, from: 0)
    #expect(layout > 0)
    #expect(module.output.numbers == [100, 50_000_000_000])
    let rect = Rect(x: 0, y: 49_999_999_960, width: 10, height: 500)
    #expect(module.elements(layout, in: rect, from: .first, limit: 10) == 1)
    #expect(
      module.output.numbers == [
        1, 0, -1, 0, 0, 2, 0, 999_999_999, 0, 49_999_999_950, 100, 50, 0, 0, 0, -1,
      ] + noMembers)
    #expect(module.removeLayout(layout) == 0)
    #expect(module.removeLayout(layout) == ModuleFailure.unknownHandle.code)
    #expect(module.elements(layout, in: rect, from: .first, limit: 10) == -2)
    let next = module.layout(snapshot, width: 100, from: 0)
    #expect(next > 0 && next != layout, "a number is not used twice")
  }

  @Test("A scale rounds the frames of the next answer alone")
  func wholePixels() {
    let module = LayoutModule()
    let snapshot = withInput(ModuleTests.column(count: 2)) { module.snapshot($0) }
    let layout = module.layout(snapshot, width: 33.4, from: 0)
    func width() -> Double {
      let rect = Rect(x: 0, y: 0, width: 10, height: 10)
      #expect(module.elements(layout, in: rect, from: .first, limit: 10) == 1)
      return module.output.numbers[10]
    }
    #expect(width() == 33.4)
    #expect(module.round(scale: 2) == 0)
    #expect(width() == 33.5)
    #expect(width() == 33.4)
    for scale in [0, 17, -1, .nan, .infinity] {
      #expect(module.round(scale: scale) == ModuleFailure.malformed.code)
      #expect(width() == 33.4)
    }
  }

  @Test("What items say beside their sizes is handed back with their elements")
  func members() throws {
    let module = LayoutModule()
    // Hidden cells are in no list, and a zIndex is one of every element.
    for (place, row) in MemberRow.ofItems.enumerated()
    where row.form.isNumber && row.code != MemberCode.hidden && row.code != MemberCode.zIndex {
      // Three rows in a column; the second one says another value than the default, the third one the default.
      let value = try #require([0, 1, 2].first { $0 != row.standard && row.form.contains($0) })
      var members = [Double](repeating: 0, count: MemberRow.ofItems.count)
      members[place] = 2
      members.insert(contentsOf: [.nan, value, row.standard], at: place + 1)
      let numbers =
        ModuleTests.noRoot + [1, 0, 1, 1, 0, 0, 0, 1, 3, 0, 1, 50, 0, 0] + members + [0]
        + ModuleTests.noShades
      let snapshot = withInput(numbers) { module.snapshot($0) }
      let layout = module.layout(snapshot, width: 100, from: 0)
      let rect = Rect(x: 0, y: 0, width: 100, height: 150)
      #expect(module.elements(layout, in: rect, from: .first, limit: 10) == 3)
      let given = row.isGeometry ? [0] : [3, 1, Double(place), value]
      #expect(module.output.numbers.dropFirst(5 + 3 * 11) == given[...], "\(row.name)")
      // So it is while the first one is dragged; no special elements stand behind.
      let drag: [Double] = [0, 0, 100, 150, 0, 0, 0, 0, 0, 0, 0, 0, 50, 25]
      #expect(withInput(drag) { module.reorder(layout, $0) } == 0)
      let dragged = module.output.numbers.dropLast(5 + 1).suffix(2)
      #expect(row.isGeometry || dragged == [Double(place), value], "\(row.name)")
    }
  }

  @Test("Sections of equal placeholders are one object")
  func placeholders() throws {
    func section(height: Double) -> [Double] {
      // Before the items and the footers, one placeholder that says its height alone.
      SectionKey.allCases.flatMap { key -> [Double] in
        guard case .placeholder = key else { return [0] }
        return [1, 1, height] + [Double](repeating: 0, count: PlaceholderKey.allCases.count - 1)
      }
    }
    let numbers =
      ModuleTests.noRoot + [3] + section(height: 30)
      + section(height: 30) + section(height: 31)
    let sections = try withInput(numbers) { input in
      var input = input
      return Result { try Snapshot.read(&input).sections }
    }.get()
    #expect(sections.map { $0.placeholder?.extent } == [30, 30, 31])
    #expect(sections[0] === sections[1])
    #expect(sections[1] !== sections[2])
  }

  @Test("More items than a page counts are refused")
  func tooManyItems() {
    let module = LayoutModule()
    for count in [1e16, .infinity, 0.5, -1] {
      #expect(withInput(ModuleTests.column(count: count)) { module.snapshot($0) } < 0)
    }
    #expect(withInput(ModuleTests.column(count: 1e9)) { module.snapshot($0) } > 0)
  }

  @Test("A page holds so many values, and gives them back")
  func handles() throws {
    var shelf = HandleTable<Int>()
    var held: [Int32] = []
    for value in 0..<1 << 16 { held.append(try shelf.put(value)) }
    #expect(Set(held).count == held.count && held.allSatisfy { $0 > 0 })
    #expect(throws: ModuleFailure.self) { try shelf.put(-1) }
    #expect(try held.indices.allSatisfy { try shelf[held[$0]] == $0 })
    for number in held { try shelf.remove(number) }
    let next = try shelf.put(7)
    #expect(!held.contains(next))
    #expect(try shelf[next] == 7)
    for number in held { #expect(throws: ModuleFailure.self) { try shelf[number] } }
  }

  @Test("Whatever numbers a page writes, they are refused or right", arguments: 0..<40)
  func anyNumbers(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let module = LayoutModule()
    let odd: [Double] = [
      .nan, .infinity, -.infinity, -1, 0.5, 1e300, 0x1p53, 0x1p31, 0x1p63, .leastNonzeroMagnitude,
      1e9, 3,
    ]
    // What the page writes of three sections in all forms, and of a step with most of its lists.
    let right: [Double] = [
      0, 0, 0, 1, 4, 6, 2, 1, 1, 21, 0, 3, 23, 1, 0, 0, 0, 1, 1, 1, 20, 0, 1, 1, 0, 0, 0, 0, 0,
      3, 1, 3, 5, 1, 2, 0, 1, 1, 1, 20, 0, 1, 1, 0, 0, 1, -1, 0, 0, 1, 1, 2, 3, 4, 1, 2, 2,
      .nan, 9, 2, 5, 6, 2, .nan, 3, 2, .nan, 1, 0, 0, 0, 1, 3, 1, 1, 13, 2, 0, 1, 0, 1, 1, 0, 0,
      1, 30, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 30, 40, 2, 30, 40, 0, 2, 1, 0, 0, 1, 1, 1, 3, 0, 0,
      0, 0, 0, 0, 0,
    ]
    let steps: [Double] = [
      1, 1, 1, 2, 0, 0, 1, 1, 1, 1, 3, 0, 1, 1, 2, 2, 2, 1, 2, 3, 0, 2, 5, 1, 0, 9, 1, 0, 2, 9,
      0, 0, 0, 1, 0, 0, 1, 1, 2, 3, 1, 7, 4, 1, 0, 1, 1, 3, 0, 0, 1, 0, 9, 1, 0, 1, 5, 1, 2, 0,
      0, 1, 0, 0, 1, 1, 3, 0, 1, 11, 1, 11, 9, 12, 1, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 0,
      3, 7, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 0, 6, 0, 1, 1, 0,
    ]
    let texts = Array("redgreen".utf8)
    let whole = withInput(right, texts: texts) { module.snapshot($0) }
    // They say one member of items beside sizes.
    if MemberRow.ofItems.count == 1 {
      #expect(whole > 0)
      #expect(withInput(steps) { module.change(whole, $0) } > 0)
    }
    for _ in 0..<200 {
      var (snapshot, change) = (right, steps)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let number =
          Bool.random(using: &random)
          ? odd[Int.random(in: 0..<odd.count, using: &random)]
          : Double(Int.random(in: 0...9, using: &random))
        snapshot[Int.random(in: 0..<snapshot.count, using: &random)] = number
        change[Int.random(in: 0..<change.count, using: &random)] = number
      }
      let length = Int.random(in: 0...snapshot.count, using: &random)
      if Bool.random(using: &random) { snapshot = Array(snapshot.prefix(length)) }
      let made = withInput(snapshot, texts: texts) { module.snapshot($0) }
      guard made > 0 else { continue }
      let layout = module.layout(made, width: 320, from: 0)
      if layout > 0 {
        let rect = Rect(x: -10, y: -10, width: 1e6, height: 1e6)
        #expect(module.elements(layout, in: rect, from: .first, limit: 100) >= 0)
        #expect(module.removeLayout(layout) == 0)
      }
      for parent in [made, whole] where parent > 0 {
        let changed = withInput(change) { module.change(parent, $0) }
        if changed > 0 { #expect(module.removeSnapshot(changed) == 0) }
      }
      #expect(module.removeSnapshot(made) == 0)
    }
  }

  @Test("While a finger stays over a target its preview is the same, and it goes with its layout")
  func previews() throws {
    let module = LayoutModule()
    let snapshot = withInput(ModuleTests.column(count: 1_000)) { module.snapshot($0) }
    let layout = module.layout(snapshot, width: 100, from: 0)
    /// Drags item 3, which is to go to 5, to a place beside all items, or over one.
    func drag(x: Double, y: Double) throws -> Layout {
      let numbers = [0, 0, 100, 400, 0, 0, 0, 0, 0, 3, 0, 5, x, y]
      #expect(withInput(numbers) { module.reorder(layout, $0) } == 0)
      return try #require(module.preview).made.layout
    }
    let first = try drag(x: 200, y: 60)
    #expect(module.output.numbers.prefix(6) == [0, 5, 0, 250, 100, 50])
    #expect(try drag(x: 210, y: 90).snapshot === first.snapshot)
    #expect(try drag(x: 50, y: 260).snapshot === first.snapshot, "it is over itself")
    #expect(try drag(x: 50, y: 110).snapshot !== first.snapshot)
    #expect(module.output.numbers.prefix(2) == [0, 2])
    #expect(module.removeLayout(layout) == 0)
    #expect(module.preview == nil)
  }

  @Test("Queries with odd numbers are refused")
  func oddQueries() {
    let module = LayoutModule()
    let snapshot = withInput(ModuleTests.column(count: 5)) { module.snapshot($0) }
    let layout = module.layout(snapshot, width: 100, from: 0)
    for number in [Double.nan, .infinity, -.infinity] {
      let rect = Rect(x: 0, y: number, width: 10, height: 10)
      #expect(module.elements(layout, in: rect, from: .first, limit: 1) == -1)
      #expect(module.special(layout, bounds: rect, inset: .zero) == -1)
      let point = Point(x: number, y: 0)
      #expect(module.hit(layout, point, bounds: nil, inset: .zero, findsResting: false) == -1)
      #expect(module.layout(snapshot, width: number, from: 0) == -1)
    }
    #expect(module.layout(snapshot, width: 0, from: 0) == -1)
    #expect(module.layout(snapshot, width: 100, from: layout) == -1, "no steps made it")
  }
}
