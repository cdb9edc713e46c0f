import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Memory of a snapshot")
struct SnapshotBytesTests {
  /// Snapshots that grow with a number, each in its own way.
  static let growing: [@Sendable (Int) -> String] = [
    { #"{"sections":[\#(list($0) { #"{"items":\#($0)}"# })]}"# },
    { #"{"sections":[\#(list($0) { #"{"id":"section \#($0)"}"# })]}"# },
    { #"{"sections":[{"headers":[\#(list($0) { #"{"height":\#($0 + 1)}"# })]}]}"# },
    { #"{"globalHeaders":[\#(list($0) { #"{"height":\#($0 + 1)}"# })],"sections":[]}"# },
    { #"{"sections":[\#(list($0) { #"{"headers":[{"height":\#($0 + 1)}]}"# })]}"# },
    { #"{"sections":[\#(list($0) { #"{"metrics":{"padding":{"top":\#($0)}}}"# })]}"# },
    {
      #"{"sections":[\#(list($0) { #"{"metrics":{"backgroundColor":"colour of number \#($0)"}}"# })]}"#
    },
    { #"{"sections":[{"items":{"widths":[\#(list($0) { "\($0)" })]}}]}"# },
    {
      #"{"sections":[{"items":[\#(list($0) { #"{"width":\#($0)}"# })]},{"items":[{"width":-0}]}]}"#
    },
  ]

  fileprivate static func list(_ count: Int, _ entry: (Int) -> String) -> String {
    (0..<count).map(entry).joined(separator: ",")
  }

  @Test("A snapshot beyond the limit is refused while it is read", arguments: growing.indices)
  func tooLarge(way: Int) throws {
    var limits = SnapshotLimits()
    let text = SnapshotBytesTests.growing[way](2000)
    let byteCount = try decoded(text).byteCount
    #expect(byteCount > 2000)
    // The allocator gives blocks of several lengths for one array, so the same text may take some more or less.
    for limit in stride(from: byteCount / 2, through: byteCount * 2, by: byteCount / 8) {
      limits.bytes = limit
      switch reading(text, limits: limits) {
      case .success(let snapshot):
        // Tables of section numbers are made when all sections are read.
        #expect(snapshot.byteCount <= limit * 9 / 8 && limit > byteCount / 2)
      case .failure(let problem):
        #expect(problem.name == .tooLarge && problem.limit == .snapshotBytes)
        #expect(problem.issues.isEmpty && limit < byteCount * 3 / 2)
      }
    }
  }

  @Test("Faults before the limit are listed; what follows is not read")
  func faults() {
    var limits = SnapshotLimits()
    limits.bytes = 20_000
    let sections = SnapshotBytesTests.list(1000) { #"{"items":\#($0)}"# }
    #expect(
      problem(#"{"sections":[{"items":-1},\#(sections)]}"#, limits: limits)?.name
        == .invalidSnapshot)
    #expect(
      problem(#"{"sections":[\#(sections),{"items":-1}]}"#, limits: limits)?.name == .tooLarge)
  }

  @Test("Inherited styles are made once, however many sections have metrics of their own")
  func inheritedStyles() throws {
    let styles = SnapshotBytesTests.list(1000) { _ in "\"fullWidth\"" }
    let sections = SnapshotBytesTests.list(500) { #"{"metrics":{"padding":{"top":\#($0)}}}"# }
    func snapshot(_ metrics: String) throws -> Snapshot {
      try decoded(#"{"engine":"mosaic","metrics":{\#(metrics)},"sections":[\#(sections)]}"#)
    }
    let long = try snapshot("\"segments\":[\(styles)],\"leadingSegments\":[\(styles)]")
    let short = try snapshot("")
    #expect(long.byteCount - short.byteCount < 2 * 20 * 1000)
    let cycles = long.sections.map { section in
      guard let mosaic = section.metrics.engine as? MosaicEngine else {
        return nil as StyleSequence?
      }
      return mosaic.cycle
    }
    #expect(cycles.count == 500 && cycles.allSatisfy { $0 != nil && $0 === cycles[0] })
  }

  @Test("Equal sections in a row are one object, whatever their ids, and ids are handed back")
  func equalSections() throws {
    let snapshot = try decoded(
      #"""
      {"sections":[{"id":"a","items":3},{"items":3},{"id":"","items":3},{"items":4},
      {"headers":[{"height":1,"pin":true},{"height":2}],"items":3},
      {"id":"\u00e4b","headers":[{"height":1,"pin":true},{"height":2}],"items":3},{}]}
      """#)
    let sections = snapshot.sections
    #expect(sections[0] === sections[1] && sections[1] === sections[2])
    #expect(sections[4] === sections[5])
    #expect(Set(sections.map { ObjectIdentifier($0) }).count == 4)
    #expect(
      sections.indices.map(snapshot.id(ofSection:)) == ["a", nil, "", nil, nil, "äb", nil])
  }

  @Test("Equal sections near each other are one object, unless their places in the table are taken")
  func alternatingSections() throws {
    let kinds = 8
    let sections = SnapshotBytesTests.list(100 * kinds) { #"{"items":\#($0 % kinds)}"# }
    let snapshot = try decoded("{\"sections\":[\(sections)]}")
    let objects = (0..<kinds).map { kind in
      Set((0..<100).map { ObjectIdentifier(snapshot.sections[$0 * kinds + kind]) })
    }
    #expect(objects.contains { $0.count == 1 })
  }

  @Test("A million empty sections take eight bytes each")
  func emptySections() throws {
    let sections = SnapshotBytesTests.list(1_000_000) { _ in "{}" }
    let snapshot = try decoded("{\"sections\":[\(sections)]}")
    #expect(snapshot.byteCount < 9_000_000)
  }
}
