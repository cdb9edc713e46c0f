/// What metrics say that few sections have (docs/rules.md#additions). Sections that have nothing of it take no memory for
/// it. Immutable, and compared by content.
public final class SectionExtras: Sendable {
  /// What becomes of cells by their distance from a focal line.
  public let effect: Effect?

  /// Nil if there is nothing.
  init?(effect: Effect?) {
    if effect == nil { return nil }
    self.effect = effect
  }

  /// Writes what there is, ascending, each after its number.
  func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    if let effect {
      writer.byte(6)
      effect.writeCanonicalBytes(to: &writer)
    }
  }

  /// Memory that it uses, in bytes.
  var byteCount: Int { HeapBytes.object(Effect?.self) + (effect?.byteCount ?? 0) }
}

extension SectionExtras: Equatable {
  public static func == (first: SectionExtras, second: SectionExtras) -> Bool {
    first === second || first.effect == second.effect
  }
}
