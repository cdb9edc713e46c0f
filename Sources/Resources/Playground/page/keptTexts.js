/** Texts that a browser keeps. It may be told to keep nothing; then there is nothing, and no error. */
function keptIn(storage) {
  return {
    /** The text of that name; null where there is none. */
    read(name) {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },

    /** Keeps a text; returns whether it is kept. */
    write(name, text) {
      try {
        storage().setItem(name, text);
        return true;
      } catch {
        return false;
      }
    },

    remove(name) {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing is kept, so nothing has to go.
      }
    },
  };
}

/** What this tab keeps over a reload. */
export const tabStorage = keptIn(() => sessionStorage);

/** What the browser keeps for all of its tabs. */
export const browserStorage = keptIn(() => localStorage);
