/** Parts of the page, of which a small window shows one at a time, and a large one all. */
export class Tabs {
  #list;
  #tabs;
  #window;

  /**
   * @param list has the tabs: buttons, each of which says what it controls
   * @param query matches where there is room for one part only
   */
  constructor(list, query) {
    this.#list = list;
    this.#tabs = [...list.querySelectorAll('button')];
    this.#window = matchMedia(query);
    this.#window.addEventListener('change', () => this.#show());
    for (const tab of this.#tabs) tab.addEventListener('click', () => this.select(tab.id));
    list.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const { length } = this.#tabs;
      const next = this.#tabs[(this.#tabs.indexOf(this.#selected) + by + length) % length];
      this.select(next.id);
      next.focus();
    });
    this.#show();
  }

  select(id) {
    for (const tab of this.#tabs) tab.setAttribute('aria-selected', String(tab.id === id));
    this.#show();
  }

  get #selected() {
    return this.#tabs.find((tab) => tab.getAttribute('aria-selected') === 'true');
  }

  #show() {
    const areTabs = this.#window.matches;
    this.#list.hidden = !areTabs;
    for (const tab of this.#tabs) {
      const isSelected = tab === this.#selected;
      tab.tabIndex = isSelected ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute('aria-controls'));
      panel.classList.toggle('unselected', areTabs && !isSelected);
      if (areTabs) panel.setAttribute('role', 'tabpanel');
      else panel.removeAttribute('role');
    }
  }
}
