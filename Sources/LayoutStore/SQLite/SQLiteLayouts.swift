import LayoutCore

/// The rows of layouts.
extension SQLiteConnection {
  private static let columns = "id, parent, depth, rules, used, encoding, length, body"

  /// Inserts a row. If it is already stored, updates its day of use or, with `replaces`, replaces it.
  func keep(_ layout: StoredLayout, replaces: Bool) throws(SQLiteFailure) -> KeepOutcome {
    let known = try number("select depth from layout where id = ?1", [.digest(layout.id)])
    if let known, !replaces {
      try stamp(layout.id, day: layout.used)
      return .known(depth: known)
    }
    if let parent = layout.parent {
      // Ensures that no chain gets too long to read.
      let depth = try number("select depth from layout where id = ?1", [.digest(parent)])
      guard let depth, depth == layout.depth - 1 else { return .parentAbsent }
    }
    try run(
      """
      insert into layout (\(SQLiteConnection.columns)) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      on conflict (id) do update set parent = ?2, depth = ?3, rules = ?4, used = ?5, encoding = ?6,
      length = ?7, body = ?8
      """, layout.values)
    return known == nil ? .new : .known(depth: layout.depth)
  }

  /// Sets the day of use of a row, unless it has a later one.
  func stamp(_ id: ContentDigest, day: Day) throws(SQLiteFailure) {
    try run(
      "update layout set used = ?2 where id = ?1 and used < ?2", [.digest(id), .number(day.number)])
  }

  /// The row with an id.
  func load(_ id: ContentDigest) throws(SQLiteFailure) -> StoredLayout? {
    var layout: StoredLayout?
    try run("select \(SQLiteConnection.columns) from layout where id = ?1", [.digest(id)]) {
      (row) throws(SQLiteFailure) in
      layout = try SQLiteConnection.layout(row, from: 0)
    }
    return layout
  }

  /// A layout with those that it is derived from: a snapshot, followed by the steps applied to it, in order. Empty if
  /// it is not stored.
  func chain(_ id: ContentDigest) throws(SQLiteFailure) -> [StoredLayout] {
    var (layouts, next): ([StoredLayout], ContentDigest?) = ([], id)
    while let id = next, layouts.count <= StoredLayout.depthMax, let layout = try load(id) {
      layouts.append(layout)
      next = layout.parent
    }
    return layouts.reversed()
  }

  /// The bytes of a body, without reading it, and the layout that it is derived from.
  func measure(
    _ id: ContentDigest
  ) throws(SQLiteFailure) -> (keptBytes: Int, parent: ContentDigest?)? {
    var found: (Int, ContentDigest?)?
    try run("select length(body), parent from layout where id = ?1", [.digest(id)]) {
      (row) throws(SQLiteFailure) in
      found = (row.number(0), try row.digest(1))
    }
    return found
  }

  /// The row with the next number, and that number.
  func layout(after number: Int) throws(SQLiteFailure) -> (number: Int, layout: StoredLayout)? {
    var found: (Int, StoredLayout)?
    try run(
      """
      select number, \(SQLiteConnection.columns) from layout where number > ?1
      order by number limit 1
      """, [.number(number)]
    ) { (row) throws(SQLiteFailure) in
      found = (row.number(0), try SQLiteConnection.layout(row, from: 1))
    }
    return found
  }

  /// Deletes the row with an id, if there is one. Returns false if something needs it.
  func forget(_ id: ContentDigest) throws(SQLiteFailure) -> Bool {
    do throws(SQLiteFailure) {
      try run("delete from layout where id = ?1", [.digest(id)])
      return true
    } catch {
      if error.kind == .reference { return false }
      throw error
    }
  }

  /// Deletes the row with an id and those that it is derived from, unless something else needs them.
  func letGo(of layout: ContentDigest) throws(SQLiteFailure) {
    var next: ContentDigest? = layout
    while let id = next {
      next = try measure(id)?.parent
      guard try forget(id) else { return }
    }
  }

  /// Deletes up to `rowsMax` rows that nothing needs and that were last used before a day. Returns their number.
  func collect(usedBefore day: Day, rowsMax: Int, bytesMax: Int) throws(SQLiteFailure) -> Int {
    try collect("used < ?1", day.number, order: "used", rowsMax: rowsMax, bytesMax: bytesMax)
  }

  /// Deletes up to `rowsMax` rows of earlier rules that nothing needs; no answer contains them any more. Returns their
  /// number. The call that finds no more rows reads the whole file.
  func collect(rulesBefore rules: Int, rowsMax: Int, bytesMax: Int) throws(SQLiteFailure) -> Int {
    guard mayHaveEarlierRows else { return 0 }
    let count = try collect(
      "rules < ?1", rules, order: "number", rowsMax: rowsMax, bytesMax: bytesMax)
    mayHaveEarlierRows = count > 0
    return count
  }

  private func collect(
    _ condition: String, _ value: Int, order column: String, rowsMax: Int, bytesMax: Int
  ) throws(SQLiteFailure) -> Int {
    var (numbers, bytes): ([Int], Int) = ([], 0)
    try run(
      """
      select number, length(body) from layout as old where \(condition)
      and not exists (select 1 from layout where parent = old.id)
      and not exists (select 1 from document where layout = old.id)
      and not exists (select 1 from record where layout = old.id)
      order by \(column) limit ?2
      """, [.number(value), .number(rowsMax)]
    ) { row in
      if bytes < bytesMax { numbers.append(row.number(0)) }
      bytes += row.number(1)
    }
    for number in numbers {
      try run("delete from layout where number = ?1", [.number(number)])
    }
    return numbers.count
  }

  /// Decodes a layout whose columns begin at a column of a row.
  private static func layout(
    _ row: borrowing SQLiteRow, from column: Int
  ) throws(SQLiteFailure) -> StoredLayout {
    guard let id = try row.digest(column) else {
      throw SQLiteFailure(kind: .damaged, code: 0, message: "a layout has no id")
    }
    return StoredLayout(
      id: id, parent: try row.digest(column + 1), depth: row.number(column + 2),
      rules: row.number(column + 3), used: Day(number: row.number(column + 4)),
      body: StoredBody(
        byteCount: row.number(column + 6), isDeflated: row.number(column + 5) & 1 == 1,
        kept: row.bytes(column + 7)))
  }
}
