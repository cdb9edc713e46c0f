import Testing

@testable import layoutd

@Suite("Quantities")
struct QuantityTests {
  @Test(
    "Sizes are bytes, alone or in binary units",
    arguments: [
      ("0", 0), ("1024", 1_024), ("64KiB", 65_536), ("64MiB", 67_108_864), ("2GiB", 1 << 31),
      ("1TiB", 1 << 40),
    ])
  func sizes(text: String, bytes: Int) {
    #expect(Quantity.bytes(text) == bytes)
  }

  @Test(
    "Other spellings of sizes are not taken",
    arguments: [
      "", "KiB", "-1", "+1", "1.5MiB", "1 MiB", "1MB", "1mib", "0x10", "9223372036854775808",
      "9007199254740992TiB", "1e3", "١",
    ])
  func badSizes(text: String) {
    #expect(Quantity.bytes(text) == nil)
  }

  @Test(
    "Times are seconds, alone or with s or ms",
    arguments: [
      ("10", 10_000), ("10s", 10_000), ("0.5", 500), ("500ms", 500), (".5s", 500), ("0", 0),
      ("0.1", 100), ("1.4ms", 1), ("1.0005", 1_001),
    ])
  func times(text: String, milliseconds: Int) {
    #expect(Quantity.duration(text) == .milliseconds(milliseconds))
  }

  @Test(
    "Other spellings of times are not taken",
    arguments: [
      "", "s", "ms", "-1", "1m", "1 s", "nan", "inf", "1e3", "0x1", "1.2.3", ".",
      "99999999999999999999",
    ])
  func badTimes(text: String) {
    #expect(Quantity.duration(text) == nil)
  }

  @Test(
    "A number is read back as it was written",
    arguments: [0, 1, 1_023, 1_024, 65_537, 3 << 30, 5 << 40])
  func roundTrip(number: Int) {
    #expect(Quantity.bytes(Quantity.text(bytes: number)) == number)
    let duration = Duration.milliseconds(number)
    #expect(Quantity.duration(Quantity.text(duration: duration)) == duration)
  }
}
