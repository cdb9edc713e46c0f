/** What this tab keeps over a reload. Browsers may be told to keep nothing; then there is nothing, and no error. */
export const tabStorage = {
  /** The text of that name; null where there is none. */
  read(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },

  /** Keeps a text; returns whether it is kept. */
  write(name, text) {
    try {
      sessionStorage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  },

  remove(name) {
    try {
      sessionStorage.removeItem(name);
    } catch {
      // Nothing is kept, so nothing has to go.
    }
  },
};
