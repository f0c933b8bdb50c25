/**
 * Assigns the server's field errors to the form's controls: `homeArea.1` is shown at `homeArea`, which is one control.
 * `rest` contains errors without a control.
 */
export function fieldErrors(fields: Record<string, string>, known: readonly string[]): { at: Record<string, string>; rest: string[] } {
  const at: Record<string, string> = {};
  const rest: string[] = [];
  Object.entries(fields).forEach(([path, words]) => {
    const name = nearest(path, known);
    if (name === null) rest.push(words);
    else at[name] ??= words;
  });
  return { at, rest };
}

function nearest(path: string, known: readonly string[]): string | null {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    if (known.includes(name)) return name;
  }
  return null;
}
