extension NaiveComparison {
  /// The least stretch along the scroll axis in which cached elements differ: `{"before": {"start", "end"}, "after":
  /// {"start", "end"}}`, null where none does.
  public var changed: JSONValue {
    let old = before.downwardElements.filter { !$0.pins }
    let new = after.downwardElements.filter { !$0.pins }
    let starts = unequal(old, new) + unequal(new, old)
    guard let start = starts.map(\.y).min() else { return nil }
    let distance = after.length - before.length
    var end = max(start, start - distance)
    let (oldPlaces, newPlaces) = (NaivePlaces(old), NaivePlaces(new))
    for element in old where element.y >= start - tolerance {
      if !newPlaces.have(element, movedBy: -distance, tolerance: tolerance) {
        end = max(end, self.end(of: element, in: before, comparedWith: after))
      }
    }
    for element in new where element.y >= start - tolerance {
      if !oldPlaces.have(element, movedBy: distance, tolerance: tolerance) {
        end = max(end, self.end(of: element, in: after, comparedWith: before) - distance)
      }
    }
    return [
      "before": ["start": .number(start), "end": .number(end)],
      "after": ["start": .number(start), "end": .number(end + distance)],
    ]
  }

  /// Those that the others have not by the same name with the same attributes.
  private func unequal(_ elements: [NaiveElement], _ others: [NaiveElement]) -> [NaiveElement] {
    var byName: [NaiveName: NaiveElement] = [:]
    for other in others { byName[other.name] = other }
    return elements.filter { element in
      byName[element.name]?.isEqual(element, movedBy: 0, tolerance: tolerance) != true
    }
  }

  /// Where an element ends; one of a waterfall's items, where its section ends, unless that has another engine in the
  /// other layout.
  private func end(
    of element: NaiveElement, in layout: NaiveLayout, comparedWith other: NaiveLayout
  ) -> Double {
    guard element.category == "cell", let section = element.section,
      countsToItsEnd(section, of: layout, comparedWith: other)
    else { return element.y + element.height }
    return layout.sectionEnd(section)
  }

  /// Whether a section is a waterfall, and the other layout has no section of another engine at its place, counted from
  /// the first section as well as from the last one.
  private func countsToItsEnd(
    _ section: Int, of layout: NaiveLayout, comparedWith other: NaiveLayout
  ) -> Bool {
    let places = [section, section - layout.sections.count + other.sections.count]
    return layout.sections[section].engine == "waterfall"
      && !places.allSatisfy {
        other.sections.indices.contains($0) && other.sections[$0].engine != "waterfall"
      }
  }

  /// How far the stretch before may go, which may be longer than the least: as far as the lines of leaves in which a
  /// cell is not that of the other layout that stands as far from the last one, moved by the difference of the extents.
  public var changedLimit: Double {
    let distance = after.length - before.length
    return max(
      limit(before, change.parent, comparedWith: after, movedBy: distance),
      limit(after, change.result, comparedWith: before, movedBy: -distance) - distance)
  }

  private func limit(
    _ layout: NaiveLayout, _ snapshot: JSONValue, comparedWith other: NaiveLayout,
    movedBy distance: Double
  ) -> Double {
    func elements(_ layout: NaiveLayout) -> [[NaiveElement]] {
      let cached = layout.downwardElements.filter { !$0.pins }
      return layout.sections.indices.map { section in cached.filter { $0.section == section } }
        .filter { !$0.isEmpty }
    }
    func cells(_ elements: [NaiveElement]) -> [NaiveElement] {
      elements.filter { $0.category == "cell" }
    }
    var limit = -Double.infinity
    var others = elements(other)
    for elements in elements(layout).reversed() {
      let own = cells(elements)
      let partners = cells(others.popLast() ?? [])
      let section = elements[0].section!
      var first = 0
      for leaf in NaiveContentTree(snapshot: snapshot, section: section).leaves {
        let items = first..<first + leaf.reduce(0) { $0 + $1.count }
        first = items.upperBound
        let isSame = items.allSatisfy { item in
          let place = item - own.count + partners.count
          return place >= 0
            && partners[place].isEqual(own[item], movedBy: distance, tolerance: tolerance)
        }
        guard !isSame, let last = items.last.map({ own[$0] }) else { continue }
        if countsToItsEnd(section, of: layout, comparedWith: other) {
          limit = max(limit, layout.sectionEnd(section))
        }
        let end = own[items].map(\.end).max()!
        let beside = elements.filter {
          $0.kind != "sectionSeparator" && $0.category != "supplementary" && $0.y < end
            && $0.end > last.y
        }
        limit = max(limit, end, beside.map(\.end).max() ?? end)
      }
    }
    return limit
  }
}

extension NaiveElement {
  fileprivate var end: Double { y + height }
}

extension NaiveLayout {
  fileprivate func sectionEnd(_ section: Int) -> Double {
    let frame = downwardSections[section]
    return frame.y + frame.height
  }
}
