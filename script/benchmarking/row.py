"""The results of a measurement: rows of a table."""

import statistics
from dataclasses import asdict, dataclass, field


@dataclass
class Row:
    """One line of the table. The lists have a value for each round, and the values of one round belong together.

    The target is for the ratio to the reference, or without a reference for layoutd's own value: at least the target if
    the unit is a rate, else at most. `harsher` is a second reference, one that does less than any service could.
    """

    row: str
    what: str
    unit: str
    layoutd: list
    reference: list = field(default_factory=list)
    target: float | None = None
    harsher: list = field(default_factory=list)
    details: dict = field(default_factory=dict)  # name -> its values, or a word

    @property
    def value(self):
        return statistics.median(self.layoutd)

    @property
    def is_rate(self):
        return self.unit.endswith("/s")

    def ratio(self, references):
        """The median of the ratios of the rounds."""
        return statistics.median(own / other for own, other in zip(self.layoutd, references)) if references else None

    def meets(self, references):
        value = self.ratio(references) if references else self.value
        return value >= self.target if self.is_rate else value <= self.target

    @property
    def verdict(self):
        if self.target is None:
            return ""
        if not self.meets(self.reference):
            return "no"
        return "yes" if not self.harsher or self.meets(self.harsher) else "not the harsher"

    def written_target(self):
        if self.target is None:
            return ""
        unit = " ×" if self.reference else f" {self.unit}"
        return f"{'≥' if self.is_rate else '≤'} {self.target:g}{unit}"

    def json(self):
        """The row with the values that follow from it, as JSON."""
        return {name: value for name, value in asdict(self).items() if value not in (None, [], {})} | {
            name: value for name, value in (
                ("ratio", self.ratio(self.reference)), ("ratioToHarsher", self.ratio(self.harsher)),
                ("verdict", self.verdict)) if value not in (None, "")}


def processor_times(unit, times):
    """Details of a row: the processor time of each server, and its ratio, which depends little on the machine's other work."""
    found = {f"{name}: processor {unit}": own for name, own in times.items()}
    for name, own in times.items():
        if name != "layoutd":
            found[f"ratio of processor times to the {name}"] = [a / b for a, b in zip(times["layoutd"], own)]
    return found


def row_of(values):
    """The row from its JSON."""
    names = Row.__dataclass_fields__
    return Row(**{name: value for name, value in values.items() if name in names})


def number(value):
    """Three digits, or all digits before the point."""
    if value is None:
        return ""
    if abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.3g}"


def median_of(values):
    return number(statistics.median(values)) if values else ""


def ratio_text(ratio):
    return "" if ratio is None else f"{ratio:.2f}"


COLUMNS = ("#", "what", "unit", "layoutd", "reference", "ratio", "harsher", "its ratio", "target", "met")
TEXTS = ("#", "what", "unit", "met")  # the others are numbers


def cells(rows):
    return [[row.row, row.what, row.unit, number(row.value), median_of(row.reference),
             ratio_text(row.ratio(row.reference)), median_of(row.harsher), ratio_text(row.ratio(row.harsher)),
             row.written_target(), row.verdict] for row in rows]


def plain(rows):
    """The table for a terminal."""
    lines = [COLUMNS, *cells(rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(COLUMNS))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(cell.ljust(width) if name in TEXTS else cell.rjust(width)
                  for name, cell, width in zip(COLUMNS, line, widths)).rstrip() for line in lines)


def markdown(rows, columns=COLUMNS):
    """The table, or some of its columns, for a page."""
    rule = ["---" if name in TEXTS else "---:" for name in COLUMNS]
    places = [COLUMNS.index(name) for name in columns]
    return "\n".join("| " + " | ".join(line[place] for place in places) + " |" for line in [COLUMNS, rule, *cells(rows)])


def details(rows):
    """Further measurements, a line for each: quartiles of the ratios, and medians of the details."""
    lines = []
    for row in rows:
        lines.append(f"{row.row}  {row.what}")
        for name, references in (("ratio", row.reference), ("ratio to the harsher", row.harsher)):
            if len(references) > 1:
                ratios = [own / other for own, other in zip(row.layoutd, references)]
                low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
                lines.append(f"      {name}: {middle:.3f}, quartiles {low:.3f} to {high:.3f}")
        lines += [f"      {name}: {values if isinstance(values, str) else median_of(values)}"
                  for name, values in row.details.items()]
    return "\n".join(lines)
