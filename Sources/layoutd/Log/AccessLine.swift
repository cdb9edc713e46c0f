import HTTPServer
import LayoutService
import LayoutWire

/// The lines of the access log in one of the formats. Made once; writing a line allocates nothing.
struct AccessLine: Sendable {
  /// The members of a line besides time, level and message, in their order.
  private enum Member: Int, CaseIterable {
    case requestId, traceparent, key, method, route, layout, status, bytesIn, bytesOut
    case duration, parse, apply, prepare, query, encode, store, memo, limit, problem, parameter
    case code, suppressed

    /// Whether its value is a text rather than a number.
    var isText: Bool {
      switch self {
      case .requestId, .traceparent, .key, .method, .route, .layout, .memo, .limit, .problem,
        .parameter, .code:
        true
      case .status, .bytesIn, .bytesOut, .duration, .parse, .apply, .prepare, .query, .encode,
        .store,
        .suppressed:
        false
      }
    }
  }

  /// The greatest length of a text, in bytes, so that every member fits into the line. A `ShortText` fits even if all
  /// of it is escaped.
  static let textBytesMax = 6 * ShortText.bytesMax

  private let beforeTime: [UInt8]
  /// The bytes between the time and the first member of a request's line, for each level.
  private let info, warning, error: [UInt8]
  /// The same bytes in a summary of omitted lines.
  private let summary: [UInt8]
  /// The member `route` of each route, by the route's number.
  private let routes: [[UInt8]]
  /// The member `memo` for a layout that was cached, and for one that was not.
  private let hit, miss: [UInt8]
  /// The bytes before a member's value, by the member's place.
  private let beforeValues: [[UInt8]]
  private let afterText: [UInt8]
  private let afterNumber: [UInt8]
  private let end: [UInt8]
  private let cutEnd: [UInt8]

  init(_ format: LineFormat) {
    func start(_ level: String, _ message: String) -> [UInt8] {
      Array(
        "\(format.beforeLevel)\(level)\(format.beforeMessage)\(message)\(format.afterMessage)".utf8)
    }
    func before(_ member: Member) -> String {
      let around = member.isText ? format.aroundText : format.aroundNumber
      return "\(format.beforeName)\(member)\(format.afterName)\(around)"
    }
    func whole(_ member: Member, _ text: String) -> [UInt8] {
      Array("\(before(member))\(text)\(format.aroundText)".utf8)
    }
    beforeTime = Array(format.beforeTime.utf8)
    info = start("info", "request")
    warning = start("warning", "request")
    error = start("error", "request")
    summary = start("warning", "requests not logged")
    var routes: [[UInt8]] = []
    for route in Route.allCases {
      while routes.count <= route.number { routes.append(whole(.route, route.template)) }
    }
    self.routes = routes
    hit = whole(.memo, "hit")
    miss = whole(.memo, "miss")
    beforeValues = Member.allCases.map { Array(before($0).utf8) }
    afterText = Array(format.aroundText.utf8)
    afterNumber = Array(format.aroundNumber.utf8)
    end = Array(format.end.utf8)
    cutEnd = Array(format.cutEnd.utf8)
  }

  /// Writes the line of a request to an empty line.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970.
  ///   - suppressed: The number of lines of the same kind omitted before this one.
  func write(
    _ record: AccessRecord, time: Int64, suppressed: Int, to line: inout BoundedLine
  ) {
    begin(time: time, start(of: record.status), in: &line)
    add(.requestId, record.requestID, to: &line)
    add(.traceparent, record.traceParent, to: &line)
    add(.key, record.keyName, to: &line)
    add(.method, record.method, to: &line)
    line.append(routes[record.route.number])
    add(.layout, record.layout, to: &line)
    add(.status, record.status, to: &line)
    add(.bytesIn, record.bytesIn, to: &line)
    add(.bytesOut, record.bytesOut, to: &line)
    add(.duration, record.duration, to: &line)
    add(.parse, record.timing[.parse], to: &line)
    add(.apply, record.timing[.apply], to: &line)
    add(.prepare, record.timing[.prepare], to: &line)
    add(.query, record.timing[.query], to: &line)
    add(.encode, record.timing[.encode], to: &line)
    add(.store, record.timing[.store], to: &line)
    if let wasPrepared = record.wasPrepared { line.append(wasPrepared ? hit : miss) }
    add(.limit, record.limit, to: &line)
    add(record.input, to: &line)
    add(.suppressed, suppressed > 0 ? suppressed : nil, to: &line)
    line.appendEnd(line.isCut ? cutEnd : end)
  }

  /// Writes the number of suppressed lines of one kind to an empty line.
  ///
  /// - Parameter kind: Nil for all kinds that are not counted separately.
  func writeSummary(
    of kind: RepeatedErrors.Kind?, suppressed: Int, time: Int64, to line: inout BoundedLine
  ) {
    begin(time: time, summary, in: &line)
    if let kind { line.append(routes[kind.route.number]) }
    add(.status, kind?.status, to: &line)
    add(.limit, kind?.limit, to: &line)
    add(kind?.input, to: &line)
    add(.suppressed, suppressed, to: &line)
    line.appendEnd(line.isCut ? cutEnd : end)
  }

  private func begin(time: Int64, _ start: [UInt8], in line: inout BoundedLine) {
    line.keepRoom(forEnd: cutEnd.count)
    line.append(beforeTime)
    line.append(CalendarTime(milliseconds: time))
    line.append(start)
  }

  private func add(_ input: RefusedInput?, to line: inout BoundedLine) {
    add(.problem, input?.problem.rawValue, to: &line)
    add(.parameter, input?.parameter?.text, to: &line)
    add(.code, input?.code?.rawValue, to: &line)
  }

  private func start(of status: Int) -> [UInt8] {
    switch status {
    case 500: error
    case 503: warning
    default: info
    }
  }

  /// Appends a member, unless its value is nil.
  private func add(_ member: Member, _ value: (some LineValue)?, to line: inout BoundedLine) {
    guard let value else { return }
    line.appendWhole { line in
      line.append(beforeValues[member.rawValue])
      value.append(to: &line)
      line.append(member.isText ? afterText : afterNumber)
    }
  }
}

/// A value of a member of an access log line.
private protocol LineValue {
  func append(to line: inout BoundedLine)
}

extension String: LineValue {
  fileprivate func append(to line: inout BoundedLine) {
    line.appendEscaped(self, bytesMax: AccessLine.textBytesMax)
  }
}

extension ShortText: LineValue {
  fileprivate func append(to line: inout BoundedLine) {
    line.appendEscaped(self, bytesMax: AccessLine.textBytesMax)
  }
}

extension Int: LineValue {
  fileprivate func append(to line: inout BoundedLine) { line.append(self) }
}

extension Duration: LineValue {
  /// Milliseconds with three decimals, truncated as in `Server-Timing`.
  fileprivate func append(to line: inout BoundedLine) {
    line.append(thousandths: Int(clamping: microseconds))
  }
}
