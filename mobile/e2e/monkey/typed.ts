/** A text field on a page, with its current value. */
export interface Field {
  /** The page's path and the field's name or position. */
  id: string;
  value: string;
}

/** Forms that keep their input across a reload, a navigation and a lost network. */
const KEPT = /^\/m\/(auth\/(identity|personal|company|contacts)|customer\/(online|complain|hardship|ticket\/[^/]+))(\?|#|$)/;

/** Texts are equal if they differ only in whitespace. */
const same = (a: string, b: string) => a.trim().replace(/\s+/g, ' ') === b.trim().replace(/\s+/g, ' ');

/** Remembers what was typed in forms that keep their input. */
export class Typed {
  private readonly values = new Map<string, { window: number; value: string }>();
  private readonly contested = new Set<string>();

  /**
   * Records input in a window. A form that is edited in two windows is no longer checked, because either value may win.
   */
  keep(window: number, { id, value }: Field): void {
    const form = id.replace(/ .*/, '');
    if (!KEPT.test(form)) return;
    for (const [other, { window: by }] of this.values) if (by !== window && other.startsWith(`${form} `)) this.contested.add(form);
    if (this.contested.has(form)) this.leave(form);
    // Input that the field rejects (letters in an amount) leaves it empty, so nothing can be lost.
    else if (value === '') this.values.delete(id);
    else this.values.set(id, { window, value });
  }

  /** A form was submitted, or its owner has logged out. */
  leave(form = ''): void {
    for (const id of [...this.values.keys()]) if (id.startsWith(form)) this.values.delete(id);
  }

  /** Returns a field in a window whose value is not what was typed there. */
  lost(window: number, fields: readonly Field[]): { id: string; typed: string; found: string } | undefined {
    for (const { id, value } of fields) {
      const typed = this.values.get(id);
      if (typed && typed.window === window && !same(typed.value, value)) return { id, typed: typed.value, found: value };
    }
    return undefined;
  }
}
