internal import JSONText
internal import LayoutCore

/// Writes what differs of two sections besides their items, as members of an entry of `setSections`.
struct SettingsText {
  let isHorizontal: Bool
  private var cache = MetricsCache()
  /// Metrics that were compared, and what differs of them; nil if steps cannot say it. Equal metrics of a tree are mostly
  /// one object.
  private var known: [(old: SectionMetrics, new: SectionMetrics, json: [UInt8]?)] = []
  private var next = 0
  private static let knownMax = 32

  init(isHorizontal: Bool) { self.isHorizontal = isHorizontal }

  /// The members, each after a comma; empty if nothing differs, nil if steps cannot say it.
  mutating func json(
    from old: Section, to new: Section, _ encoder: SnapshotEncoder,
    _ decoder: inout SnapshotDecoder
  ) -> [UInt8]? {
    guard let metrics = metrics(from: old.metrics, to: new.metrics, &decoder) else { return nil }
    var writer = JSONWriter()
    for key in SectionKey.allCases {
      switch key {
      case .headers: stack(key, old.headers, new.headers, of: new, encoder, &writer, &decoder)
      case .footers: stack(key, old.footers, new.footers, of: new, encoder, &writer, &decoder)
      case .placeholder:
        if old.placeholder == new.placeholder { continue }
        if let placeholder = new.placeholder {
          encoder.write(placeholder, inherited: new.metrics.cellAppearance, to: &writer)
        } else {
          writer.member(key)
          writer.literal("null")
        }
      // Sections with other ids or engines are reloaded.
      case .id, .engine, .items, .metrics: break
      }
    }
    if writer.bytes.isEmpty { return metrics }
    decoder.take(DecodingCost.bytes(metrics.count + writer.bytes.count))
    return metrics + writer.bytes
  }

  private func stack(
    _ key: SectionKey, _ old: SupplementaryStack, _ new: SupplementaryStack, of section: Section,
    _ encoder: SnapshotEncoder, _ writer: inout JSONWriter, _ decoder: inout SnapshotDecoder
  ) {
    decoder.take(DecodingCost.supplementary * new.entries.count)
    if old.isEqual(to: new) { return }
    writer.member(key)
    encoder.writeStack(
      new, inherited: section.metrics.cellAppearance, to: &writer, &decoder)
  }

  /// The member `metrics`; empty if nothing differs.
  private mutating func metrics(
    from old: SectionMetrics, to new: SectionMetrics, _ decoder: inout SnapshotDecoder
  ) -> [UInt8]? {
    if old === new { return [] }
    if let pair = known.first(where: { $0.old === old && $0.new === new }) { return pair.json }
    decoder.take(DecodingCost.metrics)
    let made = old == new ? [] : difference(from: old, to: new)
    // Equal texts are one array, so that comparing them costs nothing.
    let json = known.first { $0.json == made }?.json ?? made
    decoder.take(DecodingCost.bytes(json?.count ?? 0))
    if known.count < Self.knownMax {
      known.append((old, new, json))
    } else {
      known[next] = (old, new, json)
      next = (next + 1) % Self.knownMax
    }
    return json
  }

  private mutating func difference(from old: SectionMetrics, to new: SectionMetrics) -> [UInt8]? {
    let (before, after) = (MetricsValues(old), MetricsValues(new))
    let rules = EngineRules.of(new.engine.name)
    var values = before
    var writer = JSONWriter()
    writer.member(SectionKey.metrics)
    let start = writer.bytes.count
    for key in MetricsKey.allCases where rules.reads(key) && before[key] != after[key] {
      // A metric that goes is replaced by its rival, or cannot be said.
      if after[key] == .none, !key.row.canBeNull { continue }
      values[key] = after[key]
      writer.member(key)
      writer.value(after[key], key.row.form, isHorizontal: isHorizontal)
    }
    guard cache.resolved(values, for: new.engine.name).section == new else { return nil }
    writer.closeObject(from: start)
    return writer.bytes
  }
}
