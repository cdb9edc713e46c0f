import { root } from './root.js';

/** Texts in a browser's storage, apart from those of services below other paths of the site. If the storage is disabled, there are no texts and no errors. */
function keptIn(storage) {
  return {
    /** The text with a name; null if there is none. */
    read(name) {
      try {
        return storage().getItem(name + root);
      } catch {
        return null;
      }
    },

    /** Stores a text; returns whether it could. */
    write(name, text) {
      try {
        storage().setItem(name + root, text);
        return true;
      } catch {
        return false;
      }
    },

    remove(name) {
      try {
        storage().removeItem(name + root);
      } catch {
        // Nothing is stored, so nothing has to be removed.
      }
    },
  };
}

/** Texts that this tab stores over a reload. */
export const tabStorage = keptIn(() => sessionStorage);

/** Texts that the browser stores for all of its tabs. */
export const browserStorage = keptIn(() => localStorage);
