/// What is wrong with steps: pointers and codes, such as `/steps/0/move/1 moves-from-same`.
public struct NaiveChangeErrors: Error, Equatable {
  public let texts: [String]

  public init(texts: [String]) { self.texts = texts }
}

/// What steps make of a snapshot (docs/rules.md#steps), item by item.
public struct NaiveChange: Sendable {
  public let parent: JSONValue
  /// The resulting snapshot, resolved. Posting it gives the layout that the steps give.
  public let result: JSONValue
  /// Where its sections and items come from.
  public let origins: [NaiveOrigin]
  /// The sides to which sections of the parent slide out, by their numbers.
  let slidingOut: [Int: String]

  /// Applies steps whose values are valid to a valid snapshot.
  public init(parent: JSONValue, steps: [JSONValue]) throws(NaiveChangeErrors) {
    self.parent = parent
    var sections = parent["sections"]!.array!.map { NaiveResolvedSection($0, of: parent) }
    let horizontal = parent["scrollDirection"]?.string == "horizontal"
    var globalHeaders = NaiveSupplementary.resolved(
      parent["globalHeaders"], nil, horizontal: horizontal)
    var backgroundColor = parent["globalHeaderBackgroundColor"]?.string
    var minimumContentLength = parent["minimumContentLength"]
    var origins = NaiveOrigin.list(sections.map(\.items.count))
    var slidingOut: [Int: String] = [:]

    for (number, json) in steps.enumerated() {
      func pointers(_ errors: [String]) -> NaiveChangeErrors {
        NaiveChangeErrors(texts: errors.map { "/steps/\(number)\($0)" })
      }
      var values = NaiveStepValues(json, sections: sections, horizontal: horizontal)
      let errors = values.step.errors(sections.map(\.items.count))
      if !errors.isEmpty { throw pointers(errors) }
      let placed = values.step.applied(to: NaiveStep.list(sections.map(\.items.count)))
      for entry in json["deleteSections"]?.array ?? [] {
        guard let slide = entry["slide"]?.string else { continue }
        let first = entry["section"]!.int!
        for section in first..<first + (entry["count"]?.int ?? 1) {
          if let from = origins[section].from { slidingOut[from] = slide }
        }
      }
      origins = NaiveOrigin.composed(origins, placed) { source in
        values.entry(source).json["slide"]?.string
      }
      sections = values.sections(placed)
      if !values.missingSizes.isEmpty { throw pointers(values.missingSizes) }
      if let list = json["set"]?["globalHeaders"] {
        globalHeaders = NaiveSupplementary.resolved(list, nil, horizontal: horizontal)
      }
      if let color = json["set"]?["globalHeaderBackgroundColor"] { backgroundColor = color.string }
      minimumContentLength = json["set"]?["minimumContentLength"] ?? minimumContentLength
    }

    var result: JSONValue = [:]
    if horizontal { result["scrollDirection"] = "horizontal" }
    if parent["layoutDirection"] == "rtl" { result["layoutDirection"] = "rtl" }
    result["globalHeaders"] = globalHeaders.isEmpty ? nil : .array(globalHeaders)
    result["globalHeaderBackgroundColor"] = backgroundColor.map(JSONValue.string)
    result["minimumContentLength"] = minimumContentLength == 0 ? nil : minimumContentLength
    result["sections"] = .array(sections.map(\.json))
    self.result = result
    self.origins = origins
    self.slidingOut = slidingOut
  }
}

/// A snapshot with nothing left to inherit or to spell in another way.
public func resolved(_ snapshot: JSONValue) -> JSONValue {
  guard let change = try? NaiveChange(parent: snapshot, steps: []) else {
    preconditionFailure("no steps have no errors")
  }
  return change.result
}
