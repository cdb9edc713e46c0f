import Testing

@Suite("Names of types")
struct NameTests {
  /// What several types are called, each inside another one whose name says of what it is: the states of locks
  /// (`State`), the values of tables (`Entry`), the kinds of things (`Kind`), limits of stores (`Limits`), errors of one
  /// type (`Failure`), and the names, codes and facts of problems and parameters (`Name`, `Code`, `Fact`).
  static let shared: Set<String> = [
    "Code", "Entry", "Fact", "Failure", "Kind", "Limits", "Name", "State",
  ]

  /// What is another type where the program is built for another place.
  static let conditional: Set<String> = [
    "Array1", "Array4", "Array8", "Array16", "Array32", "CanonicalHasher", "SpanArray",
  ]

  @Test("No two types have one name")
  func unique() throws {
    var files: [String: [String]] = [:]
    for file in try SourceFile.all(["swift"]) {
      for name in file.declaredTypes { files[name, default: []].append(file.path) }
    }
    try #require(files.count > 500)
    for name in ["LayoutMemo", "Section", "WaterfallColumns", "LineMaker", "StoreAnswer"] {
      #expect(files[name]?.count == 1, "\(name)")
    }
    let allowed = NameTests.shared.union(NameTests.conditional)
    for (name, paths) in files where paths.count > 1 && !allowed.contains(name) {
      Issue.record("\(name) in \(paths.joined(separator: ", "))")
    }
    // A name that only one type has need not be shared.
    for name in allowed { #expect((files[name]?.count ?? 0) > 1, "\(name)") }
  }
}
