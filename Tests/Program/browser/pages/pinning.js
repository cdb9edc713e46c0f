// Run in an empty page: sections with sticky headers and footers, and where these stand at several scroll positions.
const [width, height, globalHeader, boxes, origins] = arguments;
document.body.style.cssText = "margin:0";
document.body.replaceChildren();

const box = (parent, css) => {
  const element = document.createElement("div");
  element.style.cssText = css;
  parent.append(element);
  return element;
};
const scroller = box(document.body, `position:absolute;left:0;top:0;width:${width}px;height:${height}px;overflow:scroll`);
const content = box(scroller, "");
const pinned = { "globalHeader ": box(content, `position:sticky;top:0;height:${globalHeader}px`) };
boxes.forEach((sizes, number) => {
  const section = box(content, "");
  pinned[`header ${number}`] = box(section, `position:sticky;top:${globalHeader}px;height:${sizes.header}px`);
  // A footer never moves over its section's header.
  const rest = box(section, "");
  box(rest, `height:${sizes.items}px`);
  pinned[`footer ${number}`] = box(rest, `position:sticky;bottom:0;height:${sizes.footer}px`);
});

return origins.map((origin) => {
  scroller.scrollTop = origin;
  return Object.fromEntries(Object.entries(pinned).map(([name, element]) => {
    const frame = element.getBoundingClientRect();
    return [name, [frame.y, frame.height]];
  }));
});
