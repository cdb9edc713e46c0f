internal import Foundation
public import LayoutTypes

/// A snapshot that the service knows, or that can be posted again.
public struct ServedSnapshot: Sendable {
  let sender: Sender
  let restoration: Restoration

  /// The layout id.
  public let id: String
  /// The number of sections.
  public let sectionCount: Int
  /// The number of items in all sections.
  public let itemCount: Int
  /// The axis along which content grows.
  public let scrollDirection: ScrollDirection
  /// Inputs that are allowed but probably mistakes.
  public let warnings: [LayoutAnswer.Warning]
  /// The nodes of the posted source, or of the second one of two trees; nil if there is none, or it is not known.
  public private(set) var source: AnsweredSource?

  init(_ sender: Sender, _ answer: LayoutAnswer, _ restoration: Restoration) throws {
    self.sender = sender
    self.restoration = restoration
    id = answer.id
    sectionCount = answer.sectionCount ?? 0
    itemCount = answer.itemCount ?? 0
    scrollDirection = answer.scrollDirection ?? .vertical
    warnings = answer.warnings ?? []
    source = answer.source
  }

  /// The layout at a width or, for a snapshot that scrolls horizontally, at a height.
  ///
  /// - Parameters:
  ///   - containerExtent: The width or height of the container, margins included, in points.
  ///   - margins: The left and right margins of the container or, for a snapshot that scrolls horizontally, the top and
  ///     bottom ones, in points; the others are not read.
  /// - Throws: A `Refusal` of margins that are negative, not finite or leave no room; the problem `bad-parameter` for an
  ///   extent that is not above 0 and at most 2⁵³.
  public func layout(
    _ containerExtent: Double, margins: LayoutInsets = .zero
  ) async throws -> ServedLayout {
    let container = try LayoutContainer(
      extent: containerExtent, margins: margins, along: scrollDirection)
    let name = scrollDirection == .vertical ? "width" : "height"
    let query = "\(name)=\(try number(container.room, name))"
    let answer = try await get("?" + query)
    return ServedLayout(self, query, container, contentSize: answer.contentSize ?? .zero)
  }

  /// Applies steps to this snapshot. Throws the problem `invalid-change` for mistakes.
  ///
  /// - Parameters:
  ///   - steps: Steps, each applied to the result of the one before.
  ///   - from: The snapshot with a source that this one stands for, which says what a user may move and delete; nil
  ///     allows everything.
  ///   - expect: The expected result.
  public func change(
    _ steps: [Step], from: SnapshotInput? = nil, expect: ChangeExpectation? = nil
  ) async throws -> ServedSnapshot {
    try await changed(ChangeInput(steps: steps, from: from, expect: expect), query: "").snapshot
  }

  /// Applies the step that makes one tree out of another. Throws the problem `invalid-change` for mistakes.
  ///
  /// - Parameters:
  ///   - from: A snapshot with a source, which has as many sections and items as this one.
  ///   - to: A snapshot with the source after the change.
  ///   - expect: The expected result.
  public func change(
    from: SnapshotInput, to: SnapshotInput, expect: ChangeExpectation? = nil
  ) async throws -> ServedSnapshot {
    try await changed(ChangeInput(from: from, to: to, expect: expect), query: "").snapshot
  }

  /// Posts a change. If the service has forgotten this layout, it is posted again.
  func changed(
    _ change: ChangeInput, query: String
  ) async throws -> (snapshot: ServedSnapshot, answer: LayoutAnswer) {
    let body = try JSONEncoder().encode(change)
    let answer = try await restoration.run { [sender, id, near = restoration.near] in
      try await sender.json(
        LayoutAnswer.self, "/v1/layouts/\(id)/changes\(query)", method: "POST", body: body,
        near: near)
    }
    if answer.id == id {
      var same = self
      same.source = answer.source ?? source
      return (same, answer)
    }
    let after = await restoration.after(id: answer.id, change, length: body.count)
    return (try ServedSnapshot(sender, answer, after), answer)
  }

  /// Deletes it at the service.
  public func delete() async throws {
    try await sender.send("/v1/layouts/\(id)", method: "DELETE", near: restoration.near)
  }

  /// The answer at a path below the layout's. If the service has forgotten the snapshot, it is posted again.
  func get(_ suffix: String) async throws -> LayoutAnswer {
    try await get(LayoutAnswer.self, suffix)
  }

  /// The same, decoded as another type.
  func get<Answer: Decodable & Sendable>(
    _ type: Answer.Type, _ suffix: String
  ) async throws -> Answer {
    try await restoration.run { [sender, id, near = restoration.near] in
      try await sender.json(type, "/v1/layouts/\(id)\(suffix)", near: near)
    }
  }
}

/// A number as a query parameter.
func number(_ value: Double, _ name: String) throws(Refusal) -> String {
  guard value.isFinite else { throw .parameter(name, "must be finite, not \(value)") }
  return "\(value)"
}

/// Numbers as a query parameter, separated by commas.
private func list(_ values: [Double], _ name: String) throws(Refusal) -> String {
  let list = try values.map { (value) throws(Refusal) in try number(value, name) }
  return "\(name)=" + list.joined(separator: ",")
}

/// A rectangle as a query parameter.
func numbers(_ rect: LayoutRect, _ name: String) throws(Refusal) -> String {
  let (origin, size) = (rect.origin, rect.size)
  return try list(
    [Double(origin.x), Double(origin.y), Double(size.width), Double(size.height)], name)
}

/// Insets as a query parameter.
func numbers(_ inset: LayoutInsets, _ name: String) throws(Refusal) -> String {
  try list([inset.top, inset.left, inset.bottom, inset.right], name)
}

/// A point as a query parameter.
func numbers(_ point: LayoutPoint, _ name: String) throws(Refusal) -> String {
  try list([Double(point.x), Double(point.y)], name)
}

/// Insets as a query parameter, omitted if they are 0.
func query(_ inset: LayoutInsets) throws(Refusal) -> String {
  inset == .zero ? "" : "&" + (try numbers(inset, "inset"))
}
