/** A field of text on a page, as it stands there. */
export interface Field {
  /** The address of the page and the field's place on it. */
  id: string;
  value: string;
}

/** Forms that keep what is typed in them: through a reload, a way elsewhere and a lost network. */
const KEPT = /^\/m\/(auth\/(identity|personal|company|contacts)|customer\/(online|complain|hardship|ticket\/[^/]+))(\?|#|$)/;

/** Words are the same whatever is made of the spaces around them. */
const same = (a: string, b: string) => a.trim().replace(/\s+/g, ' ') === b.trim().replace(/\s+/g, ' ');

/** Remembers what the borrower typed in forms that keep it. */
export class Typed {
  private readonly values = new Map<string, { window: number; value: string }>();
  private readonly contested = new Set<string>();

  /** Something was typed in a window. A form that is open in two of them has two authors, and nobody knows who is right. */
  keep(window: number, { id, value }: Field): void {
    const form = id.replace(/ .*/, '');
    if (!KEPT.test(form)) return;
    for (const [other, { window: by }] of this.values) if (by !== window && other.startsWith(`${form} `)) this.contested.add(form);
    if (this.contested.has(form)) this.leave(form);
    // What is not for a field (letters, where an amount is asked for) leaves it empty, and nothing to lose.
    else if (value === '') this.values.delete(id);
    else this.values.set(id, { window, value });
  }

  /** A form was sent, or its owner has gone. */
  leave(form = ''): void {
    for (const id of [...this.values.keys()]) if (id.startsWith(form)) this.values.delete(id);
  }

  /** What stands in a window's form and is not what was typed there. */
  lost(window: number, fields: readonly Field[]): { id: string; typed: string; found: string } | undefined {
    for (const { id, value } of fields) {
      const typed = this.values.get(id);
      if (typed && typed.window === window && !same(typed.value, value)) return { id, typed: typed.value, found: value };
    }
    return undefined;
  }
}
