internal import Foundation
public import LayoutTypes

/// A snapshot that the service knows, or can be told again.
public struct ServedSnapshot: Sendable {
  let sender: Sender
  let restoration: Restoration

  /// The name of the layout.
  public let id: String
  /// How many sections it has.
  public let sectionCount: Int
  /// How many items all sections have.
  public let itemCount: Int
  /// The axis along which content grows.
  public let scrollDirection: ScrollDirection
  /// What is allowed, but probably not meant.
  public let warnings: [LayoutAnswer.Warning]

  init(_ sender: Sender, _ answer: LayoutAnswer, _ restoration: Restoration) throws {
    self.sender = sender
    self.restoration = restoration
    id = answer.id
    sectionCount = answer.sectionCount ?? 0
    itemCount = answer.itemCount ?? 0
    scrollDirection = answer.scrollDirection ?? .vertical
    warnings = answer.warnings ?? []
  }

  /// The layout at a width, or at a height where the snapshot scrolls horizontally.
  public func layout(_ containerExtent: Double) async throws -> ServedLayout {
    let name = scrollDirection == .vertical ? "width" : "height"
    let query = "\(name)=\(try number(containerExtent, name))"
    let answer = try await get("?" + query)
    return ServedLayout(
      self, query, containerExtent, contentSize: answer.contentSize ?? Size(width: 0, height: 0))
  }

  /// The snapshot that steps make of this one. What is wrong with them is the problem `invalid-change`.
  public func change(
    _ steps: [Step], expect: Expectation? = nil
  ) async throws -> ServedSnapshot {
    try await changed(steps, query: "", expect).snapshot
  }

  /// Posts steps. Where the service has forgotten this layout, it is posted again.
  func changed(
    _ steps: [Step], query: String, _ expect: Expectation?
  ) async throws -> (snapshot: ServedSnapshot, answer: LayoutAnswer) {
    let body = try JSONEncoder().encode(ChangeInput(steps: steps, expect: expect))
    let answer = try await restoration.run { [sender, id, near = restoration.near] in
      try await sender.json(
        LayoutAnswer.self, "/v1/layouts/\(id)/changes\(query)", method: "POST", body: body,
        near: near)
    }
    if answer.id == id { return (self, answer) }
    let after = await restoration.after(id: answer.id, steps, length: body.count)
    return (try ServedSnapshot(sender, answer, after), answer)
  }

  /// Has the service forget it.
  public func delete() async throws {
    try await sender.send("/v1/layouts/\(id)", method: "DELETE", near: restoration.near)
  }

  /// The answer at a path below the layout's own; the snapshot is posted again where the service has forgotten it.
  func get(_ suffix: String) async throws -> LayoutAnswer {
    try await get(LayoutAnswer.self, suffix)
  }

  /// The same, read as a type.
  func get<Answer: Decodable & Sendable>(
    _ type: Answer.Type, _ suffix: String
  ) async throws -> Answer {
    try await restoration.run { [sender, id, near = restoration.near] in
      try await sender.json(type, "/v1/layouts/\(id)\(suffix)", near: near)
    }
  }
}

/// A number as a parameter.
func number(_ value: Double, _ name: String) throws(Refusal) -> String {
  guard value.isFinite else { throw .parameter(name, "must be finite, not \(value)") }
  return "\(value)"
}

/// Numbers as a parameter, with commas between them.
private func list(_ values: [Double], _ name: String) throws(Refusal) -> String {
  let list = try values.map { (value) throws(Refusal) in try number(value, name) }
  return "\(name)=" + list.joined(separator: ",")
}

/// Four numbers as a parameter.
func numbers(_ rect: Rect, _ name: String) throws(Refusal) -> String {
  try list([rect.x, rect.y, rect.width, rect.height], name)
}

/// Insets as a parameter.
func numbers(_ inset: EdgeInsets, _ name: String) throws(Refusal) -> String {
  try list([inset.top, inset.left, inset.bottom, inset.right], name)
}

/// Two numbers as a parameter.
func numbers(_ point: Point, _ name: String) throws(Refusal) -> String {
  try list([point.x, point.y], name)
}

/// Insets as a parameter, left out where they are 0.
func query(_ inset: EdgeInsets) throws(Refusal) -> String {
  inset == .zero ? "" : "&" + (try numbers(inset, "inset"))
}
