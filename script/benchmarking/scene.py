"""The snapshot of the requests, and the rectangles that they ask for."""

import random

WIDTH, VIEW_HEIGHT = 390, 844
SECTIONS, COLUMNS = 10, 3


def sizes(count, seed):
    """A number of sizes of three digits each, as text."""
    return random.Random(seed).choices([str(size) for size in range(100, 240)], k=count)


def waterfall(count):
    """A waterfall of photos in sections with pinned headers; each is scaled to its column, so frames are fractions."""
    sections = ",".join(
        '{"headers":[{"height":40,"pin":true}],"items":{"widths":[%s],"heights":[%s]}}' % (
            ",".join(sizes(count // SECTIONS, 2 * i)), ",".join(sizes(count // SECTIONS, 2 * i + 1)))
        for i in range(SECTIONS))
    return (f'{{"engine":"waterfall","metrics":{{"numberOfColumns":{COLUMNS}}},"sections":[{sections}]}}').encode()


class Scene:
    """The waterfall on a server, and targets at random places of it, the same ones in every run."""

    def __init__(self, connection, items):
        answer = connection.post(waterfall(items), f"?width={WIDTH}")
        if answer.status not in (200, 201):
            raise RuntimeError(f"the scene was answered {answer.status}: {answer.body[:200]}")
        layout = answer.json()
        self.items, self.path = items, f"/v1/layouts/{layout['id']}"
        self.height = int(layout["contentSize"]["height"])

    def places(self, count):
        return random.Random(1).choices(range(self.height - VIEW_HEIGHT), k=count)

    def elements(self, count):
        return [f"{self.path}/elements?width={WIDTH}&rect=0,{y},{WIDTH},{VIEW_HEIGHT}" for y in self.places(count)]

    def special(self, count):
        return [f"{self.path}/special?bounds=0,{y},{WIDTH},{VIEW_HEIGHT}" for y in self.places(count)]
