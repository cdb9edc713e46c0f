"""What ends a scroll or a feed while something is under way, and what feeds cost the page."""

from .feed import feeds


def scrolls(browser, check):
    """A later scroll ends an earlier one, and not the other way round; keys that are typed end none."""
    found = browser.run("""
        start();
        await feed.update(...rows(names(2000)));
        // Items are asked for before the user has scrolled, and answered behind that.
        const { item } = feed.layout;
        const prototype = Object.getPrototypeOf(feed.layout);
        let release;
        const held = (isRight = true) => {
          const gate = new Promise((resolve) => { release = resolve; });
          prototype.item = async function (...all) { await gate; if (!isRight) throw new Error('late'); return item.apply(this, all); };
        };
        held();
        const restored = feed.restore({ section: 0, item: 40, key: 'k40', offset: 0, lead: 2000, isAtEnd: false });
        await rest();
        scroller().scrollTop = 5000;
        await rest();
        release();
        await restored;
        expect('a place that is restored late', feed.place.lead, 5000);
        held();
        const first = feed.restore({ section: 0, item: 40, key: 'k40', offset: 0, lead: 2000, isAtEnd: false });
        prototype.item = item;
        await feed.scrollTo({ key: 'k60' });
        release();
        await first;
        expect('a scroll behind a restored place', feed.place.key, 'k60');
        // A smooth scroll whose target is looked for again, and cannot be found, after another one has begun.
        prototype.item = item;
        const begun = ({ lead } = feed.place) => until(() => feed.place.lead !== lead);
        const glide = feed.scrollTo({ key: 'k90' }, { behavior: 'smooth' });
        await begun();
        held(false);
        await feed.viewport.change({ insert: [{ section: 0, item: 1500, items: [{ height: 50 }] }] });
        prototype.item = item;
        const next = feed.scrollTo({ key: 'k30' }, { behavior: 'smooth' });
        expect('the scroll before', await glide, false);
        await begun();
        release();
        expect('the scroll behind', [await next, feed.place.key], [true, 'k30']);
        return noted();""")
    check("ended: what is answered late moves nothing", found)
    found = browser.run("""
        start({}, true);
        await feed.update(...rows(names(2000)));
        const fields = ['input', 'textarea', 'select', 'div'].map((name) => document.body.appendChild(document.createElement(name)));
        fields[3].contentEditable = 'true';
        const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
        fields.push(root.appendChild(document.createElement('input')));
        for (const [target, wanted] of [...fields.map((field) => [field, true]), [document.body, false]]) {
          const { lead } = feed.place;
          const gliding = feed.scrollTo({ key: lead > 1500 ? 'k10' : 'k60' }, { behavior: 'smooth' });
          await until(() => feed.place.lead !== lead);
          target.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, composed: true }));
          expect(target.localName, await gliding, wanted);
        }
        return noted();""")
    check("ended: typing into a field beside a feed in the window ends no scroll", found)
    found = browser.run("""
        start({ service: await LayoutService.local() });
        await feed.update(...rows(names(2000)));
        let count = 0;
        const target = { section: 0, item: 900 };
        // Whatever comes into sight is another time larger: nothing that is looked for is where it was.
        const prototype = Object.getPrototypeOf(feed.layout);
        const { targetNow } = prototype;
        prototype.targetNow = function (...all) {
          const found = targetNow.apply(this, all);
          return { ...found, bounds: { ...found.bounds, y: found.bounds.y + 50 * (count += 1) }, estimated: true };
        };
        const isThere = await feed.scrollTo(target);
        prototype.targetNow = targetNow;
        return [isThere, count];""")
    check("ended: a target that is never reached is not said to be", [] if found == [False, 20] else [f"{found}"])


def nodes(browser, check):
    """What throws while it makes a node leaves nothing that is removed twice or shown twice."""
    found = browser.run("""
        const found = [];
        let broken = null;
        const removed = new Map();
        // Nodes that were given in vain, and those that were given again.
        const [vain, again] = [new Set(), new Set()];
        start({ node: (element, reused) => {
          if (element.key === broken) {
            if (reused) vain.add(reused);
            throw new Error('node');
          }
          again.add(reused);
          return node(element, reused);
        } });
        feed.addEventListener('noderemoved', ({ key }) => removed.set(key, (removed.get(key) ?? 0) + 1));
        await feed.update(...rows(names(2000)));
        await scroll(1000);
        removed.clear();
        broken = 'k190';
        // Those who scroll are told by the window's errors.
        const errors = globalThis.errors.length;
        for (const to of [9000, 9600, 9610]) await scroll(to);
        broken = null;
        again.clear();
        await scroll(9620);
        const twice = [...removed].filter(([, count]) => count > 1);
        if (twice.length > 0) found.push(`told twice: ${twice}`);
        if (globalThis.errors.splice(errors).length < 3) found.push('nothing was thrown');
        for (const to of [12_000, 20_000, 100, 30_000]) {
          await scroll(to);
          const texts = cells().map(({ textContent }) => textContent);
          const sorted = [...texts].sort((one, other) => one.slice(1) - other.slice(1));
          if (new Set(cells()).size !== cells().length || new Set(texts).size !== texts.length) found.push(`twice at ${to}`);
          if (texts.join() !== sorted.join() || texts.length < 16) found.push(`at ${to}: ${texts}`);
        }
        const lost = [...vain].filter((one) => !again.has(one)).length;
        if (lost > 0 || vain.size === 0) found.push(`${lost} of ${vain.size} nodes that were given in vain are lost`);
        // What was not filled anew because of it is, the next time.
        broken = cells()[4].textContent;
        for (const cell of cells()) texts.set(cell.dataset.name, `new ${cell.dataset.name}`);
        try { feed.refill(); found.push('no error'); } catch {}
        broken = null;
        await scroll(30_001);
        const old = cells().filter(({ dataset, textContent }) => texts.has(dataset.name) && textContent !== `new ${dataset.name}`);
        if (old.length > 0) found.push(`not filled anew: ${old.map(({ textContent }) => textContent)}`);
        texts.clear();
        return found;""")
    said = [text for text in browser.console() if "Error: node" not in text]
    check("ended: a node that cannot be made harms no other one", found + said)


def closes(browser, check):
    """Whoever is told something may close the feed, which then tells nothing more and leaves nothing behind."""
    found = browser.run("""
        const found = [];
        for (const closing of ['scroll', 'startreached', 'state', 'node', 'prefetch', 'cancel', 'movable']) {
          let isOver = false;
          const after = [];
          const close = () => {
            feed.close();
            isOver = true;
            return true;
          };
          start({
            reach: 1e6, snap: 'page', ...(['prefetch', 'cancel', 'movable'].includes(closing) && { prefetch: () => {}, [closing]: close }),
            node: (element, reused) => {
              if (closing === 'node' && element.key === 'k12') close();
              return node(element, reused);
            },
          });
          for (const name of ['scroll', 'startreached', 'endreached', 'state']) {
            feed.addEventListener(name, () => {
              if (isOver) after.push(name);
              if (name === closing) close();
            });
          }
          await feed.update(...rows(names(100))).catch(() => {});
          await scrolls(7, 20);
          await scrolls(5, -20);
          await rest();
          if (!isOver || after.length > 0) found.push(`${closing}: ${isOver} ${after}`);
          if (scroller().children.length > 0) found.push(`${closing}: ${scroller().innerHTML.slice(0, 80)}`);
        }
        return found;""")
    check("ended: who closes a feed is told nothing more", found)
    found = browser.run("""
        const found = [];
        start();
        scroller().style.display = 'none';
        const controller = new AbortController();
        const updated = feed.update({ engine: 'column', sections: [{ items: 100 }] }, { signal: controller.signal });
        // The snapshot has been laid out for the extent that there was, and the scroller is hidden again.
        await rest();
        controller.abort(new Error('enough'));
        found.push(await updated.catch(({ message }) => message));
        start({ service: { post: async (...all) => { const laid = await service.post(...all); scroller().style.display = 'none'; return laid; } } });
        const later = new AbortController();
        const waiting = feed.update({ engine: 'column', sections: [{ items: 100 }] }, { signal: later.signal });
        await rest();
        later.abort(new Error('enough'));
        found.push(await waiting.catch(({ message }) => message));
        return [...found, feed.viewport];""")
    check("ended: an update that is aborted while the scroller is hidden ends", [] if found == ["enough", "enough", None] else [f"{found}"])


def costs(browser, check):
    """A drawing reads nothing that makes the browser lay the page out, and touches leave no listeners."""
    found = browser.run("""
        start();
        await feed.update(...rows(names(2000)));
        await scroll(1000);
        const reads = [];
        const names_ = ['clientWidth', 'clientHeight', 'offsetWidth', 'offsetHeight', 'scrollTop', 'scrollHeight'];
        const owners = [Element.prototype, HTMLElement.prototype];
        const kept = [];
        for (const owner of owners) {
          for (const name of names_) {
            const known = Object.getOwnPropertyDescriptor(owner, name);
            if (!known) continue;
            kept.push([owner, name, known]);
            Object.defineProperty(owner, name, { ...known, get() { reads.push(name); return known.get.call(this); } });
          }
        }
        feed.refill();
        for (const [owner, name, known] of kept) Object.defineProperty(owner, name, known);
        return [reads, kept.length > 4];""")
    check("ended: a drawing reads no lengths of the page", [] if found == [[], True] else [f"{found}"])
    found = browser.run("""
        const { addEventListener } = EventTarget.prototype;
        const added = [];
        EventTarget.prototype.addEventListener = function (name, listener, options) {
          if (name === 'touchend' || name === 'touchcancel') added.push(options);
          return addEventListener.call(this, name, listener, options);
        };
        start();
        await feed.update(...rows(names(2000)));
        for (const cell of cells()) {
          for (const name of ['touchstart', 'touchend']) cell.dispatchEvent(Object.assign(new Event(name, { bubbles: true }), { touches: [] }));
        }
        const [last] = cells();
        last.dispatchEvent(new Event('touchstart', { bubbles: true }));
        const open = added.filter(({ signal }) => !signal.aborted).length;
        feed.close();
        EventTarget.prototype.addEventListener = addEventListener;
        return [added.length > 30, open, added.filter(({ signal }) => !signal.aborted).length];""")
    check("ended: the end of a touch is listened for while there is one", [] if found == [True, 2, 0] else [f"{found}"])


def frame(browser, check):
    """A service at the page's own address, from a frame that a srcdoc makes."""
    found = browser.run("""
        const frame = document.createElement('iframe');
        frame.srcdoc = `<script type=module>
          import { LayoutService } from '${new URL('../../built/index.js', location.href)}';
          try { new LayoutService(''); new LayoutService('/somewhere'); parent.told = 'made'; } catch (error) { parent.told = error.message; }
        <\\/script>`;
        globalThis.told = undefined;
        document.body.append(frame);
        await until(() => globalThis.told);
        return globalThis.told;""")
    check("ended: an address that is relative, in a frame that a srcdoc makes", [] if found == "made" else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check):
        scrolls(browser, check)
        nodes(browser, check)
        closes(browser, check)
        costs(browser, check)
        frame(browser, check)
