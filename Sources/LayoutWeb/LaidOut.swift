import LayoutCore

extension LayoutModule {
  /// Lays a snapshot out, sharing the sections that an earlier layout has. O(items of the other sections)
  func laidOut(
    _ snapshot: Snapshot, width: Double, from before: (layout: Layout, origins: OriginRuns<Int>)?
  ) throws(ModuleFailure) -> Layout {
    var meter = WorkMeter(portion: 1 << 30)
    var made: [SectionLayout] = []
    made.reserveCapacity(snapshot.sections.count)
    for (number, section) in snapshot.sections.enumerated() {
      if number > 0, section === snapshot.sections[number - 1] {
        made.append(made[number - 1])
        continue
      }
      var earlier: SectionLayout?
      if let before {
        let origin = before.origins.run(from: number)
        if let from = origin.from {
          let old = before.layout.snapshot.sections[from]
          if old === section {
            made.append(before.layout.sectionLayout(from))
            continue
          }
          if !origin.isReloaded, old.metrics == section.metrics {
            earlier = before.layout.sectionLayout(from)
          }
        }
      }
      do throws(LayoutInterrupted) {
        made.append(
          try SectionLayout.prepare(
            section, number: number, containerWidth: width,
            maximumColumns: ContentLimits.columns, from: earlier, meter: &meter))
      } catch {
        switch error {
        case .layout(let error): throw output.refuse(error)
        case .budgetExceeded: throw .tooMuchWork
        }
      }
    }
    do throws(LayoutError) {
      return try Layout(snapshot, containerWidth: width, sectionLayouts: made)
    } catch {
      throw output.refuse(error)
    }
  }
}
