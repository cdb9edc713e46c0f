import HTTPServer
import LayoutService

/// A form of a list of steps, repeated until the body has its length: what reading and applying it takes.
struct ChangeForm: Sendable {
  /// The members of a step and of its entries that the form has, with dots between.
  let name: String
  /// Where the body is posted; nil for the changes of a layout.
  var path: String?
  /// The body of the layout that is changed.
  var parent = ChangeForm.items
  /// The text before and behind the lists.
  var start = "{\"steps\":["
  var end = "]}"
  /// The text before and behind the entries of a list.
  let listStart: String
  let listEnd: String
  /// How many entries a list has at most, and how many lists a body.
  var entriesMax = 100_000
  var listsMax = 1_000
  /// An entry by its number.
  let entry: @Sendable (Int) -> String

  /// A body of about so many bytes.
  func body(byteCount: Int) -> [UInt8] {
    var body = Array(start.utf8)
    var number = 0
    for list in 0..<listsMax {
      if body.count >= byteCount { break }
      if list > 0 { body.append(UInt8(ascii: ",")) }
      body += Array(listStart.utf8)
      for entry in 0..<entriesMax {
        if body.count >= byteCount { break }
        if entry > 0 { body.append(UInt8(ascii: ",")) }
        body += Array(self.entry(number).utf8)
        number += 1
      }
      body += Array(listEnd.utf8)
    }
    return body + Array(end.utf8)
  }

  /// Prints the peak while a body is read, applied and answered, in multiples of its bytes, where twenty times its bytes
  /// are allowed, and then more until it is answered.
  func measure(byteCount: Int) {
    let body = body(byteCount: byteCount)
    for allowed in [20, 40, 60, 100, 1000] {
      if measure(body, of: byteCount, allowed: allowed) != 413 { break }
    }
  }

  /// - Returns: the status of the answer.
  private func measure(_ body: [UInt8], of byteCount: Int, allowed: Int) -> Int {
    var limits = ServiceLimits()
    (limits.bodyBytes, limits.workingBytes) = (0, allowed * body.count)
    let subject = Subject(limits)
    let id = String(
      decoding: subject.service.compute(snapshot: Array(parent.utf8), query: "").body.dropFirst(7)
        .prefix(64), as: UTF8.self)
    let request = Request(posting: body, to: path ?? "/v1/layouts/\(id)/changes")
    var status = 0
    onNewThread {
      let growth = heapGrowth { status = subject.service.compute(request).status }
      print(
        "changes", allowed, shown(Double(growth.peak) / Double(max(body.count, byteCount))), status,
        name)
    }
    return status
  }
}

extension ChangeForm {
  static let items = "{\"sections\":[{\"items\":{\"count\":4000000,\"width\":10,\"height\":10}}]}"
  static let sections =
    "{\"sections\":[" + Array(repeating: "{\"items\":9}", count: 60_000).joined(separator: ",")
    + "]}"

  private static func path(_ item: Int) -> String { "{\"section\":0,\"item\":\(item)}" }

  /// Entries of one list of steps: with numbers that differ, and all alike.
  private static func list(
    _ key: String, of parent: String = items, _ entries: [(String, @Sendable (Int) -> String)]
  ) -> [ChangeForm] {
    entries.map { name, entry in
      ChangeForm(
        name: "\(key).\(name)", parent: parent, listStart: "{\"\(key)\":[", listEnd: "]}",
        entry: entry)
    }
  }

  /// All forms of items in an entry.
  private static func given(
    _ key: String, _ before: String, _ after: String = "}]}", plan: Bool = false
  ) -> [ChangeForm] {
    let forms: [(String, String, String, @Sendable (Int) -> String)] = [
      ("empty", "[", "]", { _ in "{}" }),
      ("width", "[", "]", { "{\"width\":\($0 % 100)}" }),
      ("alternating", "[", "]", { $0 % 2 == 0 ? "{}" : "{\"height\":1}" }),
      ("both", "[", "]", { "{\"width\":\($0 % 10),\"height\":\($0 % 7)}" }),
      ("count", "[", "]", { "{\"count\":\($0 % 9 + 1)}" }),
      ("estimated", "[", "]", { "{\"estimated\":\($0 % 2 == 0)}" }),
      ("widths", "{\"widths\":[", "]}", { "\($0 % 10)" }),
      ("heights", "{\"heights\":[", "]}", { "\($0 % 10)" }),
      // What items say beside their sizes, as debug builds know it.
      ("probe", "[", "]", { "{\"probe\":\($0 % 10),\"height\":1}" }),
      ("bothProbes", "[", "]", { "{\"probe\":\($0 % 10),\"probeSpan\":3,\"height\":1}" }),
      ("probes", "{\"probeSpan\":3,\"probe\":[", "]}", { "\($0 % 10)" }),
    ]
    return forms.map { name, start, end, entry in
      ChangeForm(
        name: "\(key).items.\(name)", listStart: "{\"\(key)\":[\(before)\(start)",
        listEnd: "\(end)\(after)", entriesMax: .max, listsMax: 1, entry: entry)
    }
  }

  static let all: [ChangeForm] =
    list(
      "delete",
      [
        ("each", { "{\"section\":0,\"item\":\($0 * 2)}" }),
        ("equal", { _ in "{\"section\":0,\"item\":0}" }),
      ])
    + list(
      "insert",
      [
        (
          "each",
          { "{\"section\":0,\"item\":\($0 * 2),\"items\":[{\"width\":1,\"height\":1}]}" }
        ),
        ("none", { _ in "{\"section\":0,\"item\":0,\"items\":0}" }),
        ("equal", { _ in "{\"section\":0,\"item\":0,\"items\":1}" }),
        (
          "probe",
          {
            "{\"section\":0,\"item\":\($0 * 2),\"items\":"
              + "{\"count\":1,\"width\":1,\"height\":1,\"probe\":2}}"
          }
        ),
      ])
    + list(
      "move",
      [
        ("each", { "{\"from\":\(path($0 * 3)),\"to\":\(path($0 * 3 + 1))}" }),
        ("equal", { _ in "{\"from\":\(path(0)),\"to\":\(path(0))}" }),
      ])
    + list(
      "resize",
      [
        ("each", { "{\"section\":0,\"item\":\($0 * 2),\"items\":[{\"width\":1}]}" }),
        ("estimated", { _ in "{\"section\":0,\"estimated\":\"mean\"}" }),
        ("equal", { _ in "{\"section\":0,\"item\":0,\"items\":1}" }),
      ])
    + list(
      "adjust",
      [
        ("each", { "{\"section\":0,\"item\":\($0 * 2),\"alpha\":0.5}" }),
        ("text", { "{\"section\":0,\"item\":\($0 * 2),\"data\":\"\($0)\"}" }),
        ("equal", { _ in "{\"section\":0,\"item\":0,\"zIndex\":1}" }),
      ])
    + list(
      "reload",
      [
        ("each", { "{\"section\":0,\"item\":\($0 * 2)}" }),
        ("equal", { _ in "{\"section\":0,\"item\":0}" }),
        ("items", { "{\"section\":0,\"item\":\($0 * 2),\"items\":[{}]}" }),
      ])
    + list(
      "deleteSections", of: sections,
      [
        ("each", { "{\"section\":\($0 * 2)}" }), ("equal", { _ in "{\"section\":0}" }),
      ])
    + list(
      "insertSections",
      [
        ("each", { "{\"section\":\($0),\"sections\":[{}]}" }),
        ("none", { _ in "{\"section\":0,\"sections\":[]}" }),
      ])
    + list(
      "moveSections", of: sections,
      [
        ("each", { "{\"from\":\($0 * 3),\"to\":\($0 * 3 + 1)}" }),
        ("equal", { _ in "{\"from\":0,\"to\":0}" }),
      ])
    + list(
      "reloadSections", of: sections,
      [
        ("each", { "{\"section\":\($0 * 2),\"value\":{}}" }),
        ("items", { "{\"section\":\($0 * 2),\"value\":{\"items\":\($0 % 10)}}" }),
        ("equal", { _ in "{\"section\":0,\"value\":{}}" }),
      ])
    + list(
      "setSections", of: sections,
      [
        ("none", { _ in "{\"section\":0}" }),
        ("engine", { "{\"section\":\($0),\"engine\":\"column\"}" }),
        ("metrics", { "{\"section\":\($0),\"metrics\":{\"rowHeight\":\($0 % 10)}}" }),
        ("headers", { "{\"section\":\($0),\"headers\":[{\"height\":\($0 % 9 + 1)}]}" }),
        ("footers", { "{\"section\":\($0),\"footers\":[]}" }),
        ("placeholder", { "{\"section\":\($0),\"placeholder\":{\"data\":\"\($0)\"}}" }),
      ])
    + [
      ChangeForm(
        name: "steps.empty", listStart: "{", listEnd: "}", entriesMax: 0, entry: { _ in "" }),
      ChangeForm(
        name: "set.globalHeaders", listStart: "{\"set\":{\"globalHeaders\":[", listEnd: "]}}",
        listsMax: 1, entry: { "{\"height\":\($0 % 9 + 1)}" }),
      ChangeForm(
        name: "set.globalHeaders.data", listStart: "{\"set\":{\"globalHeaders\":[",
        listEnd: "]}}", listsMax: 1, entry: { "{\"height\":1,\"data\":\"\($0)\"}" }),
      ChangeForm(
        name: "resize.at", listStart: "{\"resize\":[{\"section\":0,\"at\":[", listEnd: "]}]}",
        entriesMax: .max, listsMax: 1, entry: { "\($0 * 2)" }),
      ChangeForm(
        name: "resize.at.equal", listStart: "{\"resize\":[{\"section\":0,\"at\":[", listEnd: "]}]}",
        entriesMax: .max, listsMax: 1, entry: { _ in "0" }),
      ChangeForm(
        name: "resize.at.down", listStart: "{\"resize\":[{\"section\":0,\"at\":[", listEnd: "]}]}",
        entriesMax: .max, listsMax: 1, entry: { "\(999_999 - $0)" }),
      ChangeForm(
        name: "adjust.at", listStart: "{\"adjust\":[{\"section\":0,\"alpha\":0.5,\"at\":[",
        listEnd: "]}]}", entriesMax: .max, listsMax: 1, entry: { "\($0 * 2)" }),
      ChangeForm(
        name: "insertSections.sections",
        listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[",
        listEnd: "]}]}", entriesMax: .max, listsMax: 1, entry: { _ in "{}" }),
      ChangeForm(
        name: "insertSections.sections.items",
        listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[",
        listEnd: "]}]}", entriesMax: .max, listsMax: 1, entry: { "{\"items\":\($0 % 90)}" }),
      ChangeForm(
        name: "insertSections.headers",
        listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[",
        listEnd: "]}]}", entriesMax: .max, listsMax: 1,
        entry: { "{\"headers\":[{\"height\":\($0 % 90 + 1)}]}" }),
      ChangeForm(
        name: "insertSections.headers.data",
        listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[{\"headers\":[",
        listEnd: "]}]}]}", entriesMax: .max, listsMax: 1,
        entry: { "{\"height\":1,\"data\":\"\($0 % 100)\"}" }),
      ChangeForm(
        name: "insertSections.metrics",
        listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[",
        listEnd: "]}]}", entriesMax: .max, listsMax: 1,
        entry: { "{\"metrics\":{\"padding\":{\"top\":\($0 % 90)}}}" }),
    ]
    + given("resize", "{\"section\":0,\"item\":0,\"items\":")
    + given("reload", "{\"section\":0,\"item\":0,\"items\":")
    + given("insert", "{\"section\":0,\"item\":0,\"items\":")
    + given("insertSections", "{\"section\":0,\"sections\":[{\"items\":", "}]}]}")
    + given("reloadSections", "{\"section\":0,\"value\":{\"items\":", "}}]}")
    + plans

  static let plans: [ChangeForm] = [
    ChangeForm(
      name: "plan.counts", path: "/v1/plans", start: "{\"counts\":[", end: "],\"steps\":[]}",
      listStart: "", listEnd: "", entriesMax: .max, listsMax: 1, entry: { _ in "1" }),
    plan("delete.each") { "{\"section\":0,\"item\":\($0 * 2)}" },
    plan("insert.each") { "{\"section\":0,\"item\":\($0 * 2),\"items\":1}" },
    plan("move.each") {
      "{\"from\":\(path($0 * 3)),\"to\":\(path($0 * 3 + 1))}"
    },
    plan("reload.each") { "{\"section\":0,\"item\":\($0 * 2)}" },
    plan("insertSections.each") { "{\"section\":\($0),\"sections\":[{}]}" },
    plan("deleteSections.each") { "{\"section\":\($0)}" },
    plan("moveSections.each") { "{\"from\":\($0),\"to\":\($0)}" },
    plan("reloadSections.each") { "{\"section\":\($0),\"value\":{\"items\":3}}" },
    plan("insert.items") { "{\"section\":0,\"item\":\($0 * 2),\"items\":[{},{}]}" },
    ChangeForm(
      name: "plan.insert.items.empty", path: "/v1/plans", start: "{\"counts\":[9],\"steps\":[",
      listStart: "{\"insert\":[{\"section\":0,\"item\":0,\"items\":[", listEnd: "]}]}",
      entriesMax: .max, listsMax: 1, entry: { _ in "{}" }),
    ChangeForm(
      name: "plan.insert.items.alternating", path: "/v1/plans",
      start: "{\"counts\":[9],\"steps\":[",
      listStart: "{\"insert\":[{\"section\":0,\"item\":0,\"items\":[", listEnd: "]}]}",
      entriesMax: .max, listsMax: 1, entry: { $0 % 2 == 0 ? "{}" : "{\"width\":1}" }),
    ChangeForm(
      name: "plan.insert.items.widths", path: "/v1/plans", start: "{\"counts\":[9],\"steps\":[",
      listStart: "{\"insert\":[{\"section\":0,\"item\":0,\"items\":{\"widths\":[",
      listEnd: "]}}]}", entriesMax: .max, listsMax: 1, entry: { "\($0 % 9)" }),
    ChangeForm(
      name: "plan.insertSections.sections", path: "/v1/plans", start: "{\"counts\":[9],\"steps\":[",
      listStart: "{\"insertSections\":[{\"section\":0,\"sections\":[",
      listEnd: "]}]}", entriesMax: .max, listsMax: 1, entry: { _ in "{}" }),
    ChangeForm(
      name: "diff.keys", path: "/v1/diffs", start: "{\"before\":[", end: "],\"after\":[]}",
      listStart: "", listEnd: "", entriesMax: .max, listsMax: 1, entry: { "\"\($0)\"" }),
    ChangeForm(
      name: "diff.after", path: "/v1/diffs", start: "{\"before\":[],\"after\":[", end: "]}",
      listStart: "", listEnd: "", entriesMax: .max, listsMax: 1, entry: { "\"\($0)\"" }),
  ]

  private static func plan(_ name: String, _ entry: @escaping @Sendable (Int) -> String)
    -> ChangeForm
  {
    let key = name.split(separator: ".")[0]
    return ChangeForm(
      name: "plan.\(name)", path: "/v1/plans", start: "{\"counts\":[4000000],\"steps\":[",
      listStart: "{\"\(key)\":[", listEnd: "]}", entry: entry)
  }
}
