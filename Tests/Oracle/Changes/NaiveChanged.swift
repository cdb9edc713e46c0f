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
    for element in old where element.y >= start {
      if !newPlaces.have(element, movedBy: -distance, tolerance: tolerance) {
        end = max(end, self.end(of: element, in: before))
      }
    }
    for element in new where element.y >= start {
      if !oldPlaces.have(element, movedBy: distance, tolerance: tolerance) {
        end = max(end, self.end(of: element, in: after) - distance)
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

  /// Where an element ends; one of a waterfall's items, where its section ends.
  private func end(of element: NaiveElement, in layout: NaiveLayout) -> Double {
    let end = element.y + element.height
    guard element.category == "cell", let section = element.section,
      layout.sections[section].engine == "waterfall"
    else { return end }
    let frame = layout.downwardSections[section]
    return max(end, frame.y + frame.height)
  }
}
