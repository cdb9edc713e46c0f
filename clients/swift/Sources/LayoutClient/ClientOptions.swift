internal import LayoutTypes

/// What bounds a client's patience, and what it sends with every request. Units are seconds.
public struct ClientOptions: Sendable {
  /// Sent with every request, such as `Authorization`.
  public var headers: [String: String] = [:]
  /// How often a request is sent before its failure is handed on, 1 to 100.
  public var attempts = 4
  /// The longest pause between two attempts; who is told to wait longer fails at once.
  public var maximumPauseSeconds = 30.0
  /// One attempt.
  public var timeoutSeconds = 30.0
  /// One attempt to post a snapshot or steps.
  public var postTimeoutSeconds = 300.0
  /// How many elements an answer may have, all of its parts together.
  public var maximumElements = 100_000

  /// The defaults.
  public init() {}

  /// The defaults but for what a function sets.
  public init(_ set: (inout ClientOptions) -> Void) {
    set(&self)
  }

  func check() throws(Refusal) {
    func check(_ name: String, _ value: Double, _ range: ClosedRange<Double>) throws(Refusal) {
      if range.contains(value) { return }
      let detail =
        "\(name) is \(value): not a number from \(range.lowerBound) to \(range.upperBound)."
      throw Refusal(
        name: "bad-parameter", detail: detail,
        issues: [.init(parameter: name, code: "out-of-range", detail: detail)])
    }
    try check("attempts", Double(attempts), 1...100)
    try check("maximumPauseSeconds", maximumPauseSeconds, 0...3600)
    try check("timeoutSeconds", timeoutSeconds, 0...3600)
    try check("postTimeoutSeconds", postTimeoutSeconds, 0...3600)
    try check("maximumElements", Double(maximumElements), 1...10_000_000)
  }
}

/// The time, and chance: tests have their own.
struct Surroundings: Sendable {
  /// In seconds, from any moment on.
  var now: @Sendable () -> Double
  /// A pause between attempts.
  var sleep: @Sendable (_ seconds: Double) async throws -> Void
  /// Returns when an attempt has taken so long.
  var deadline: @Sendable (_ seconds: Double) async throws -> Void
  /// From 0 to 1.
  var random: @Sendable () -> Double

  static let system: Surroundings = {
    let start = ContinuousClock.now
    let sleep = { @Sendable (seconds: Double) async throws -> Void in
      try await Task.sleep(for: .milliseconds(Int64(seconds * 1000)))
    }
    return Surroundings(
      now: { Double((ContinuousClock.now - start) / .milliseconds(1)) / 1000 },
      sleep: sleep, deadline: sleep,
      random: { Double.random(in: 0...1) })
  }()
}
