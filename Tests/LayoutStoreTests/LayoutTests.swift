import Foundation
import LayoutCore
import TestClient
import Testing

@testable import LayoutStore

@Suite("Layouts in every store")
struct LayoutTests {
  private let folder = StoreFolder()

  @Test(
    "What is kept comes back byte for byte, and is known from then on", arguments: StoreKind.all)
  func keeping(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let long = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    #expect(try store.kept(layout(1, bytes: long)) == .new)
    #expect(try store.kept(layout(1, bytes: long)) == .known(depth: 0))
    #expect(try store.kept(layout(2, on: 1, depth: 1, bytes: [])) == .new)
    #expect(try store.kept(layout(2)) == .known(depth: 1))
    let chain = try #require(try store.loaded(id(2)))
    #expect(chain.map(\.id) == [id(1), id(2)])
    #expect(chain.map(\.parent) == [nil, id(1)])
    #expect(chain.map(\.depth) == [0, 1])
    #expect(chain.map(\.rules) == [2, 2])
    #expect(chain.map(\.used) == [Day(number: 20_000), Day(number: 20_000)])
    #expect(chain[0].body.withBytes(slack: 0) { $0.withUnsafeBytes { Array($0) } } == long)
    #expect(chain[1].body.kept == [])
    #expect(try store.loaded(id(3)) == nil)
    store.close(within: .seconds(60))
    #expect(store.condition == .closed)
    #expect(throws: StoreError.unavailable) { try store.kept(layout(4)) }
  }

  @Test("A damaged row is replaced, and no chain is longer than is read", arguments: StoreKind.all)
  func replacing(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    _ = try store.kept(layout(1, bytes: [9]))
    let outcome = try answer {
      store.keep(layout(1, bytes: [7, 7]), replaces: true, until: .now + .seconds(60), $0)
    }.get()
    #expect(outcome == .known(depth: 0))
    #expect(try store.loaded(id(1))?.first?.body.kept == [7, 7])
    let other = try answer {
      store.keep(layout(2), replaces: true, until: .now + .seconds(60), $0)
    }.get()
    #expect(other == .new)
    #expect(try store.kept(layout(3, on: 1, depth: 2)) == .parentAbsent)
    for depth in 1...16 {
      #expect(
        try store.kept(layout(100 + depth, on: depth == 1 ? 1 : 99 + depth, depth: depth)) == .new)
    }
    #expect(try store.loaded(id(116))?.count == 17)
    store.close(within: .seconds(60))
  }

  @Test(
    "What has been done before its deadline is told, and nothing is done behind it",
    arguments: StoreKind.all)
  func deadlines(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let late = answer { store.keep(layout(1), replaces: false, until: .now - .seconds(1), $0) }
    #expect(throws: StoreError.overdue) { try late.get() }
    #expect(try store.loaded(id(1)) == nil)
    store.close(within: .seconds(60))
  }

  @Test(
    "A row needs its parent, and a parent stays while a row needs it", arguments: StoreKind.all)
  func parents(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    #expect(try store.kept(layout(2, on: 1, depth: 1)) == .parentAbsent)
    _ = try store.kept(layout(1))
    _ = try store.kept(layout(2, on: 1, depth: 1))
    try store.forgotten(id(1))
    #expect(try store.loaded(id(1))?.count == 1)
    try store.forgotten(id(2))
    try store.forgotten(id(1))
    try store.forgotten(id(1))
    #expect(try store.loaded(id(1)) == nil)
    store.close(within: .seconds(60))
  }

  @Test(
    "Unused rows are collected, children first; used ones and those that others need stay",
    arguments: StoreKind.all)
  func collecting(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    for number in 0..<500 { _ = try store.kept(layout(number, day: number < 450 ? 100 : 200)) }
    for number in 500..<510 {
      _ = try store.kept(
        layout(number, on: number - (number == 500 ? 500 : 1), depth: number - 499, day: 100))
    }
    // Row 7 is used again, row 450 has a child that is not.
    store.stamp([id(7), id(9999)], day: Day(number: 200))
    _ = try store.kept(layout(600, on: 450, depth: 1, day: 100))
    _ = try store.kept(layout(601, on: 8, depth: 1, day: 200))
    // With several connections collecting would not wait for it.
    #expect(eventually { store.figures.calls[.stamp] != nil })
    store.collect(usedBefore: Day(number: 150))
    #expect(eventually { store.figures.collected >= 459 })
    let left = try (0..<602).filter { try store.loaded(id($0)) != nil }
    #expect(left == [7, 8] + Array(450..<500) + [601])
    #expect(store.figures.collected == 459)
    store.close(within: .seconds(60))
  }
}
