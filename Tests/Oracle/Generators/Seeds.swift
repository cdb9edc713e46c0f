import Foundation

/// Whether tests make all of their random cases: the environment has `LAYOUTD_TESTS=all`, as `script/test --nightly` sets it.
public let makesAllCases = ProcessInfo.processInfo.environment["LAYOUTD_TESTS"] == "all"

/// The seeds of random cases, or the lengths of lists of which all are tried: `all`, or, unless all cases are asked
/// for, those among them that are `short`, so that every test runs with the same cases each time.
public func seeds<Seed: Strideable>(
  short: Range<Seed>, all: Range<Seed>, makesAll: Bool = makesAllCases
) -> Range<Seed> where Seed.Stride: SignedInteger {
  precondition(
    !short.isEmpty && all.clamped(to: short) == short, "the short ones are not among all")
  return makesAll ? all : short
}
