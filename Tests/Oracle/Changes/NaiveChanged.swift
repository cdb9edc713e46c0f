extension NaiveComparison {
  /// The least stretch along the scroll axis in which cached elements differ: `{"before": {"start", "end"}, "after":
  /// {"start", "end"}}`, null where none does.
  public var changed: JSONValue {
    let old = before.downwardElements.filter { !$0.isSpecial }
    let new = after.downwardElements.filter { !$0.isSpecial }
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
  /// cell is not that of the other layout that stands as far from the last one, moved by the difference of the extents;
  /// and as far as all lines of a section of another engine or other metrics.
  public var changedLimit: Double {
    let distance = after.length - before.length
    return max(
      limit(before, change.parent, comparedWith: after, change.result, movedBy: distance),
      limit(after, change.result, comparedWith: before, change.parent, movedBy: -distance)
        - distance)
  }

  /// Where the stretch may start, which may be before the least: at the first cell of a leaf in which a cell is not that
  /// of the other layout with the same number, or of a section of another engine or other metrics.
  public var changedStartLimit: Double {
    var limit = Double.infinity
    let layouts = [(before, change.parent), (after, change.result)]
    for (own, other) in [(0, 1), (1, 0)] {
      let (layout, snapshot) = layouts[own]
      for section in layout.sections.indices {
        func cells(_ layout: NaiveLayout) -> [NaiveElement] {
          layout.downwardElements.filter { $0.category == "cell" && $0.section == section }
        }
        let (cells, partners) = (cells(layout), cells(layouts[other].0))
        let (rule, otherRule) = (Rule(snapshot, section), Rule(layouts[other].1, section))
        var first = 0
        for leaf in NaiveContentTree(snapshot: snapshot, section: section).leaves {
          let items = first..<first + leaf.reduce(0) { $0 + $1.count }
          first = items.upperBound
          let isSame = items.allSatisfy {
            partners.indices.contains($0) && rule.places($0, like: $0, of: otherRule)
              && partners[$0].isEqual(cells[$0], movedBy: 0, tolerance: tolerance)
          }
          if isSame { continue }
          // All shelves of a section may count.
          let shelves = layout.downwardElements.filter {
            $0.kind == "shelf" && $0.section == section
          }
          limit = min(limit, (cells[items] + shelves).map(\.y).min() ?? .infinity)
        }
      }
    }
    return limit
  }

  /// All that decides about the places of a section's items.
  private struct Rule {
    let metrics: JSONValue
    var items: [NaiveItem] = []

    /// No section has no items.
    init(_ snapshot: JSONValue, _ section: Int?) {
      guard let section, let sections = snapshot["sections"]?.array,
        sections.indices.contains(section)
      else {
        metrics = .null
        return
      }
      let resolved = NaiveResolvedSection(sections[section], of: snapshot)
      metrics = ["engine": .string(resolved.engine.name), "metrics": resolved.metrics]
      items = resolved.items
    }

    func places(_ item: Int, like otherItem: Int, of other: Rule) -> Bool {
      metrics == other.metrics && items[item] == other.items[otherItem]
    }
  }

  private func limit(
    _ layout: NaiveLayout, _ snapshot: JSONValue, comparedWith other: NaiveLayout,
    _ otherSnapshot: JSONValue, movedBy distance: Double
  ) -> Double {
    func elements(_ layout: NaiveLayout) -> [[NaiveElement]] {
      let cached = layout.downwardElements.filter { !$0.isSpecial }
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
      let otherElements = others.popLast() ?? []
      let partners = cells(otherElements)
      let section = elements[0].section!
      let rule = Rule(snapshot, section)
      let otherRule = Rule(otherSnapshot, otherElements.first?.section)
      var first = 0
      for leaf in NaiveContentTree(snapshot: snapshot, section: section).leaves {
        let items = first..<first + leaf.reduce(0) { $0 + $1.count }
        first = items.upperBound
        let isSame = items.allSatisfy { item in
          let place = item - own.count + partners.count
          return place >= 0 && rule.places(item, like: place, of: otherRule)
            && partners[place].isEqual(own[item], movedBy: distance, tolerance: tolerance)
        }
        guard !isSame, let last = items.last.map({ own[$0] }) else { continue }
        if countsToItsEnd(section, of: layout, comparedWith: other) {
          limit = max(limit, layout.sectionEnd(section))
        }
        let end = own[items].map(\.end).max()!
        let beside = elements.filter {
          $0.kind == "shelf"
            || !["sectionSeparator", "background"].contains($0.kind)
              && $0.category != "supplementary" && $0.y < end && $0.end > last.y
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
