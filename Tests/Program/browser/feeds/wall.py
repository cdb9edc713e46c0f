"""A wall of photographs in a feed, whose heights are guesses: what was seen stays in its column while photographs come in front and others
are measured."""

from .feed import feeds

# Photographs of a wall, as high as they turn out to be, and what went to another column after it was seen.
WALL = """
    globalThis.local ??= await LayoutService.local();
    globalThis.wall = async (count, options) => {
      const height = (name) => 80 + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % 200;
      start({
        ...options,
        node: ({ key, item }, reused) => {
          const made = reused ?? document.createElement('div');
          made.dataset.name = key ?? item;
          made.innerHTML = `<i style="display: block; height: ${height(`${key}`)}px"></i>`;
          return made;
        },
      });
      const items = (keys) => ({ heights: keys.map(() => 150), estimated: true });
      const seen = new Map();
      const strayed = new Set();
      const look = () => {
        for (const cell of cells()) {
          const { left, top, bottom } = cell.getBoundingClientRect();
          if (bottom <= 0 || top >= innerHeight) continue;
          const { name } = cell.dataset;
          if (Math.abs((seen.get(name) ?? left) - left) > 1) strayed.add(name);
          seen.set(name, left);
        }
      };
      const update = (keys) => feed.update({
        engine: 'waterfall', metrics: { numberOfColumns: 3 }, sections: [{ items: items(keys) }],
      }, { keys });
      let keys = names(count);
      await update(keys);
      await rest();
      look();
      for (let batch = 0; batch < 6; batch += 1) {
        await scrolls(12, batch % 3 === 2 ? -150 : 120, look);
        await rest();
        look();
        await update(keys = [...names(7, `n${batch}.`), ...keys]);
        await rest();
        look();
      }
      await scrolls(20, -150, look);
      return { seen: seen.size, strayed: strayed.size };
    };"""


def test(browser, service, check):
    with feeds(browser, service, check, "wall", WALL):
        kept = browser.run("return await wall(50_000, { service: local, keepsColumns: true })")
        check("wall: no photograph that was seen goes to another column", [] if kept["seen"] > 60 and kept["strayed"] == 0 else kept)
        free = browser.run("return await wall(50_000, { service: local })")
        check("wall: without keepsColumns some do", [] if free["strayed"] > 0 else free)
        print(f"wall: without keepsColumns {free['strayed']} of {free['seen']} go to another column in {browser.name}")
