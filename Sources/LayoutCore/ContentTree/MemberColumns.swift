// The members of items other than sizes. A leaf has a column for each member that differs from its default in some run,
// and 16 for a matrix.

/// What a column of members has.
struct MemberColumnKind: Equatable, Sendable {
  let code: UInt8
  let hasTexts: Bool
  /// Whether frames depend on the member.
  let isGeometry: Bool
  /// The bits of the default value; of texts, of the hash of the empty one.
  let standardBits: UInt64

  /// The kind of a member's column, or of one of the columns of a matrix. O(members)
  init(_ code: UInt8) {
    self.code = code
    guard let row = MemberRow.ofItems.last(where: { $0.code <= code }) else {
      preconditionFailure("a column belongs to a member")
    }
    isGeometry = row.isGeometry
    switch row.form {
    case .number, .whole, .wholeOrAll, .place, .flag:
      (hasTexts, standardBits) = (false, row.standard.bitPattern)
    case .text: (hasTexts, standardBits) = (true, MemberColumnKind.hash([]))
    case .matrix:
      let isOnDiagonal = (code - row.code) % 5 == 0
      (hasTexts, standardBits) = (false, (isOnDiagonal ? 1.0 : 0).bitPattern)
    }
  }

  /// Whether it is a column of a matrix.
  var isOfMatrix: Bool { MemberCode.transform..<MemberCode.transform + 16 ~= code }

  /// The factor of its values in the sum that determines cuts.
  @inline(__always)
  var factor: UInt64 { (2 * UInt64(code) + 1) &* 0x9FB2_1C65_1E98_DF25 }

  /// FNV-1a, 64 bits. O(bytes)
  static func hash(_ text: [UInt8]) -> UInt64 {
    text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// The values of one member for the runs of a leaf.
struct MemberColumn: Sendable {
  let kind: MemberColumnKind
  /// The numbers; of texts, their places in the list, from 1 on, and 0 for the empty one.
  let values: LeafColumn
  /// The different texts, in the order of their first runs.
  let texts: [[UInt8]]

  /// The text of a run.
  func text(_ run: Int) -> [UInt8] {
    let place = Int(values.extent(run))
    return place == 0 ? [] : texts[place - 1]
  }

  /// Bytes of its memory on the heap.
  fileprivate var byteCount: Int {
    texts.reduce(values.byteCount + HeapBytes.array(texts)) { $0 + HeapBytes.array($1) }
  }

  /// A column in which all runs have the default.
  private init(standardOf kind: MemberColumnKind) {
    self.init(
      kind: kind, values: .equal(kind.hasTexts ? 0 : kind.standardBits), texts: [])
  }

  init(kind: MemberColumnKind, values: LeafColumn, texts: [[UInt8]]) {
    (self.kind, self.values, self.texts) = (kind, values, texts)
  }

  /// Calls `body` with the columns of two leaves for each member that one of them has.
  static func compare(
    _ first: [MemberColumn], _ second: [MemberColumn], _ body: (MemberColumn, MemberColumn) -> Void
  ) {
    for one in first {
      let other = second.first { $0.kind.code == one.kind.code }
      body(one, other ?? MemberColumn(standardOf: one.kind))
    }
    for other in second where !first.contains(where: { $0.kind.code == other.kind.code }) {
      body(MemberColumn(standardOf: other.kind), other)
    }
  }

  /// The number of equal values of two columns of one member, as `LeafColumn.commonCount`. O(runs)
  func commonCount(
    _ runs: Range<Int>, with other: MemberColumn, _ others: Range<Int>, fromEnd: Bool
  ) -> Int {
    if texts == other.texts {
      return values.commonCount(
        runs, with: other.values, others, areExtents: true, fromEnd: fromEnd)
    }
    var count = 0
    while count < runs.count {
      let (one, another) =
        fromEnd
        ? (runs.upperBound - 1 - count, others.upperBound - 1 - count)
        : (runs.lowerBound + count, others.lowerBound + count)
      if text(one) != other.text(another) { break }
      count += 1
    }
    return count
  }
}

/// The members of the runs in a buffer: a column for each member that some run has.
struct RunMembers {
  private var columns: [PendingColumn] = []

  /// The values of a column for the runs up to the last one that has another value than the default.
  private struct PendingColumn {
    let kind: MemberColumnKind
    /// The bits of numbers, or of the hashes of texts.
    var bits: [UInt64] = []
    /// The texts; empty in a column of numbers.
    var texts: [[UInt8]] = []

    /// Sets the value of a run. No run at or after that place has one yet.
    mutating func append(_ bits: UInt64, _ text: [UInt8]?, at place: Int) {
      pad(to: place)
      self.bits.append(bits)
      if let text { texts.append(text) }
    }

    mutating func pad(to place: Int) {
      if bits.count < place {
        bits.append(contentsOf: repeatElement(kind.standardBits, count: place - bits.count))
      }
      if kind.hasTexts, texts.count < place {
        texts.append(contentsOf: repeatElement([], count: place - texts.count))
      }
    }

    /// Moves the values of some runs, which are the last ones, to the front.
    mutating func keep(_ runs: Range<Int>) {
      bits = runs.clamped(to: 0..<bits.count).map { bits[$0] }
      texts = runs.clamped(to: 0..<texts.count).map { texts[$0] }
    }

    /// The numbers of some runs. O(runs)
    func numbers(_ runs: Range<Int>) -> [UInt64] {
      let given = runs.clamped(to: 0..<bits.count)
      var numbers = Array(bits[given])
      numbers.append(
        contentsOf: repeatElement(kind.standardBits, count: runs.count - given.count))
      return numbers
    }

    @inline(__always)
    func number(_ run: Int) -> UInt64 { run < bits.count ? bits[run] : kind.standardBits }

    func text(_ run: Int) -> [UInt8] { run < texts.count ? texts[run] : [] }
  }

  /// Creates the members of one run.
  init(_ one: GivenMembers? = nil) { append(one, at: 0) }

  /// Bytes of its memory on the heap.
  var byteCount: Int {
    columns.reduce(HeapBytes.array(columns)) { bytes, column in
      column.texts.reduce(bytes + HeapBytes.array(column.bits) + HeapBytes.array(column.texts)) {
        $0 + HeapBytes.array($1)
      }
    }
  }

  /// Whether no run has members.
  @inline(__always)
  var areNone: Bool { columns.isEmpty }

  /// Sets the members of the run at a place. No run at or after that place has any yet.
  @inline(__always)
  mutating func append(_ members: GivenMembers?, at place: Int) {
    if let members { appendGiven(members, at: place) }
  }

  @inline(never)
  private mutating func appendGiven(_ members: GivenMembers, at place: Int) {
    for member in members.list {
      switch member.value {
      case .number(let number): append((number + 0).bitPattern, of: member.code, at: place)
      case .text(let text):
        append(MemberColumnKind.hash(text), text, inColumn: column(member.code), at: place)
      case .matrix(let numbers):
        for offset in numbers.indices where numbers[offset] != GivenMembers.identity[offset] {
          append((numbers[offset] + 0).bitPattern, of: member.code + UInt8(offset), at: place)
        }
      }
    }
  }

  @inline(never)
  private mutating func append(_ bits: UInt64, of code: UInt8, at place: Int) {
    if bits == MemberColumnKind(code).standardBits { return }
    append(bits, nil, inColumn: column(code), at: place)
  }

  @inline(never)
  private mutating func append(
    _ bits: UInt64, _ text: [UInt8]?, inColumn column: Int, at place: Int
  ) {
    columns[column].append(bits, text, at: place)
  }

  /// Sets the number of a member of the run at a place. No run at or after that place has one yet.
  @inline(__always)
  mutating func append(_ number: Double, inColumn column: Int, at place: Int) {
    let bits = (number + 0).bitPattern
    if number.isNaN || bits == columns[column].kind.standardBits { return }
    columns[column].append(bits, nil, at: place)
  }

  /// The place of the column of a code, which is added if there is none. O(columns)
  @inline(never)
  mutating func column(_ code: UInt8) -> Int {
    let place = columns.firstIndex { $0.kind.code >= code } ?? columns.count
    if place == columns.count || columns[place].kind.code > code {
      columns.insert(PendingColumn(kind: MemberColumnKind(code)), at: place)
    }
    return place
  }

  /// Sets the members of some runs of a leaf. O(runs), O(1) if the leaf has none
  mutating func append(_ leaf: Leaf, _ runs: Range<Int>, at place: Int) {
    for source in leaf.members {
      let column = column(source.kind.code)
      columns[column].pad(to: place)
      for run in runs {
        let text = source.kind.hasTexts ? source.text(run) : nil
        append(
          text.map(MemberColumnKind.hash) ?? source.values.extent(run).bitPattern, text,
          inColumn: column, at: place + run - runs.lowerBound)
      }
    }
  }

  /// Moves the members of some runs, which are the last ones, to the front.
  mutating func move(_ runs: Range<Int>) {
    if areNone { return }
    if runs.isEmpty {
      columns = []
      return
    }
    for column in columns.indices {
      columns[column].keep(runs)
    }
  }

  /// The members of a run; nil if all have their defaults. O(columns)
  subscript(run: Int) -> GivenMembers? {
    if areNone { return nil }
    return GivenMembers(
      columns.lazy.map { column in (column.kind, column.number(run), column.text(run)) })
  }

  /// The columns of some runs that have another value than the default. O(runs · columns)
  func columns(_ runs: Range<Int>) -> [MemberColumn] {
    columns.compactMap { column in
      var (numbers, texts) = (column.numbers(runs), [[UInt8]]())
      var standard = column.kind.standardBits
      if column.kind.hasTexts {
        (numbers, texts) = RunMembers.numbered(runs.map { column.text($0) }, hashes: numbers)
        standard = 0
      }
      let all = RunColumn(equal: numbers[0], areEqual: false, numbers: SpanArray(numbers))
      let values = LeafColumn(extents: all, 0..<runs.count)
      return values.uniform == standard
        ? nil : MemberColumn(kind: column.kind, values: values, texts: texts)
    }
  }

  /// The summand of a run's members in the sum that determines cuts. Defaults add nothing.
  @inline(__always)
  func term(ofRun run: Int) -> UInt64 {
    var sum: UInt64 = 0
    for column in columns {
      sum &+= (column.number(run) ^ column.kind.standardBits) &* column.kind.factor
    }
    return sum
  }
}

extension RunMembers {
  /// For each text of a run the bits of its number, from 1 on, and 0 for the empty one; and the different texts, in the order
  /// of their numbers, which is that of their first runs. O(runs log runs)
  fileprivate static func numbered(
    _ texts: [[UInt8]], hashes: [UInt64]
  ) -> (numbers: [UInt64], texts: [[UInt8]]) {
    // Equal texts are neighbours in the order of hashes, texts and runs. Few texts have equal hashes by chance.
    let order = Rank.places(texts.count) {
      Rank(Int(truncatingIfNeeded: hashes[$0] >> 32), Int(truncatingIfNeeded: hashes[$0]))
    } precedes: {
      texts[$0].lexicographicallyPrecedes(texts[$1])
    }
    var first = Array(texts.indices)
    for place in order.indices.dropFirst() {
      let (before, run) = (order[place - 1], order[place])
      if hashes[before] == hashes[run], texts[before] == texts[run] { first[run] = first[before] }
    }
    var (numbers, list): ([UInt64], [[UInt8]]) = ([], [])
    for run in texts.indices {
      if first[run] < run {
        numbers.append(numbers[first[run]])
      } else if texts[run].isEmpty {
        numbers.append(0)
      } else {
        list.append(texts[run])
        numbers.append(Double(list.count).bitPattern)
      }
    }
    return (numbers, list)
  }
}

extension LeafContent {
  /// Writes the number of columns of members, then for each column the member's code, the form and the values. Texts are
  /// before their places, each after its length.
  @inline(never)
  func writeMembers(to sink: any ContentSink) {
    sink.append(([UInt64(members.count)] as Array1).span)
    for column in members {
      let form = UInt64(column.kind.code) | UInt64(column.values.form) << 8
      sink.append(([form | UInt64(column.texts.count) << 32] as Array1).span)
      for text in column.texts {
        sink.append(([UInt64(text.count)] as Array1).span)
        sink.append(SpanArray(text).span)
      }
      column.values.write(to: sink)
    }
  }
}

/// The other data of a leaf, besides its columns of counts and sizes, in the size of one reference.
enum LeafRest: Sendable {
  case starts([Int])
  case members(LeafMembers)
}

/// The columns of the members of a leaf with members, and the starts of its runs.
final class LeafMembers: Sendable {
  let columns: [MemberColumn]
  let starts: [Int]

  init(_ columns: [MemberColumn], starts: [Int]) {
    self.columns = columns
    self.starts = starts
  }

  /// Bytes of memory of the columns, without the starts.
  static func byteCount(of columns: [MemberColumn]) -> Int {
    columns.reduce(HeapBytes.object(([MemberColumn], [Int]).self) + HeapBytes.array(columns)) {
      $0 + $1.byteCount
    }
  }
}

extension Leaf {
  /// The members of a run. O(members), O(1) if the leaf has none
  @inline(__always)
  func members(ofRun run: Int) -> GivenMembers? { members.isEmpty ? nil : givenMembers(ofRun: run) }

  @inline(never)
  private func givenMembers(ofRun run: Int) -> GivenMembers? {
    GivenMembers(
      members.lazy.map { column in
        column.kind.hasTexts
          ? (column.kind, 0, column.text(run))
          : (column.kind, column.values.extent(run).bitPattern, [])
      })
  }

  /// The number of a member for each run; nil if all runs have the default. O(members)
  func numbers(ofMember code: UInt8) -> LeafColumn? {
    members.first { $0.kind.code == code }?.values
  }
}

extension GivenMembers {
  /// The members of a run, given the value in each column, ascending by code: the bits of a number, or a text. Nil if
  /// all have their defaults.
  init?(_ columns: some Sequence<(kind: MemberColumnKind, bits: UInt64, text: [UInt8])>) {
    var list: [CodedValue] = []
    var matrix: [Double] = []
    for (kind, bits, text) in columns {
      if kind.hasTexts {
        if !text.isEmpty { list.append(CodedValue(code: kind.code, value: .text(text))) }
        continue
      }
      if bits == kind.standardBits { continue }
      let number = Double(bitPattern: bits)
      if kind.isOfMatrix {
        if matrix.isEmpty { matrix = GivenMembers.identity }
        matrix[Int(kind.code - MemberCode.transform)] = number
      } else {
        list.append(CodedValue(code: kind.code, value: .number(number)))
      }
    }
    if !matrix.isEmpty {
      let place = list.firstIndex { $0.code > MemberCode.transform } ?? list.count
      list.insert(CodedValue(code: MemberCode.transform, value: .matrix(matrix)), at: place)
    }
    if list.isEmpty { return nil }
    self.init(list)
  }
}

extension MemberTraits {
  /// The traits of a leaf. O(members)
  init(_ columns: [MemberColumn]) {
    self = []
    for column in columns {
      formUnion(MemberTraits(having: column.kind.code))
      if column.kind.isGeometry && column.values.uniform == nil { insert(.differInGeometry) }
    }
  }

  /// The traits of a node with children. O(children), O(children · columns) if some of them have members
  @inline(never)
  init(over children: [ContentChild]) {
    self = []
    for child in children { formUnion(child.memberTraits) }
    if isEmpty { return }
    let first = children[0].firstLeaf
    for child in children {
      for leaf in [first, child.firstLeaf] {
        for column in leaf.members where column.kind.isGeometry {
          if first.first(column.kind) != child.firstLeaf.first(column.kind) {
            insert(.differInGeometry)
          }
        }
      }
    }
  }
}

extension Leaf {
  /// The number of a member of the first run.
  fileprivate func first(_ kind: MemberColumnKind) -> Double {
    numbers(ofMember: kind.code)?.extent(0) ?? Double(bitPattern: kind.standardBits)
  }
}

extension ContentChild {
  var memberTraits: MemberTraits {
    switch self {
    case .leaf(let leaf): leaf.memberTraits
    case .node(let node): node.memberTraits
    }
  }
}
