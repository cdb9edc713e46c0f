internal import LayoutTypes

/// Limits of a client's waiting and of its answers, and the headers of every request. Times are in seconds.
public struct ClientOptions: Sendable {
  /// The headers sent with every request, such as `Authorization`.
  public var headers: [String: String] = [:]
  /// The number of attempts before a failure is thrown, 1 to 100.
  public var attempts = 4
  /// The greatest pause between two attempts. If the service asks for a longer one, the request fails at once.
  public var maximumPauseSeconds = 30.0
  /// The timeout of an attempt.
  public var timeoutSeconds = 30.0
  /// The timeout of an attempt to post a snapshot or steps.
  public var postTimeoutSeconds = 300.0
  /// The greatest number of elements in all parts of an answer.
  public var maximumElements = 100_000

  /// Creates the default options.
  public init() {}

  /// Creates the default options and changes them with a function.
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

/// Time and chance, which tests replace.
struct Surroundings: Sendable {
  /// In seconds, since any moment.
  var now: @Sendable () -> Double
  /// Pauses between attempts.
  var sleep: @Sendable (_ seconds: Double) async throws -> Void
  /// Returns after the timeout of an attempt.
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
