// Run in an empty page: builds what one snapshot describes out of the browser's own layouts, and measures it at several
// container extents. Arguments: a case of engines.py.
const [given] = arguments;
document.documentElement.style.cssText = "margin:0";
document.body.style.cssText = "margin:0";
document.body.replaceChildren();

const container = document.createElement("div");
container.style.cssText = `box-sizing:border-box;position:absolute;left:0;top:0;${given.container}`;
const columns = [];
for (let number = 0; number < (given.columns ?? 0); number++) {
  const column = document.createElement("div");
  column.style.cssText = given.column;
  columns.push(column);
}
const items = given.items.map((css, number) => {
  const item = document.createElement("div");
  item.style.cssText = css;
  (columns.length ? columns[number % columns.length] : container).append(item);
  return item;
});
container.append(...columns);
document.body.append(container);

return given.extents.map((extent) => {
  container.style[given.axis] = `${extent}px`;
  const frames = items.flatMap((item) => {
    const { x, y, width, height } = item.getBoundingClientRect();
    return [x, y, width, height];
  });
  return { frames, height: container.offsetHeight };
});
