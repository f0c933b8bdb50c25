// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { trackName } from './trackName';

it.each([
  [['give', 'data_processing'], 'giveDataProcessing'],
  [['open', 'account/devices'], 'openAccountDevices'],
  [['verify', 'identity'], 'verifyIdentity'],
  [['prove', 'cycle_60', 'late'], 'proveCycleLate'],
])('joins %j to a name', (words, name) => {
  expect(trackName(...words)).toBe(name);
});

/** Components whose presses fill in a form. They need no name, because the choice is the borrower's own data. */
const FIELDS = ['shared/verify/AreaField.tsx', 'ui/form/OptionList.tsx', 'ui/form/SheetSelect.tsx'];
/**
 * Names that one file uses for several elements with the same effect but different code: the submit key of the phone's
 * keyboard, or a row beside a button.
 */
const SAME = ['features/carrier/parts/BeginForm.tsx begin', 'shared/verify/TopicFormPage.tsx saveTopic'];

/**
 * The variable parts that names may contain: other names and kinds from the contract. None of them identifies a
 * borrower.
 */
const PARTS = ['act.track', 'document.kind', 'item.topic', 'kind', 'line.track', 'method', 'part', "route.path.slice('/m/'.length)", 'step.track', 'tab', 'tab!', 'track'];
const made = new Set<string>();

interface Named {
  name: string;
  /** The source text of its `onClick`, or of the whole element if it has none. */
  does: string;
}

const src = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^(gallery|test|landing)\//.test(file))
  .map((file) => ({ file, ...read(ts.createSourceFile(file, readFileSync(src + file, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)) }));

/** The named buttons of a file, and the number of buttons without a name. */
function read(source: ts.SourceFile) {
  const named: Named[] = [];
  let nameless = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
      const tag = node.tagName.getText();
      const attribute = (name: string) => node.attributes.properties.find((one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name);
      const track = attribute('data-track') ?? attribute('track');
      const does = attribute('onClick')?.initializer?.getText() ?? node.getText();
      if (track?.initializer) named.push(...written(track.initializer).map((name) => ({ name: tag === 'Sheet' ? `${name}Close` : name, does })));
      else if (tag === 'button' || tag === 'a') nameless += 1;
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'track') named.push(...written(node.initializer).map((name) => ({ name: `${name}:`, does: node.parent.getText() })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { named, nameless };
}

/** The names that an expression contains as literals. The source text of any other part is added to `made`. */
function written(node: ts.Node): string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...written(node.whenTrue), ...written(node.whenFalse)];
  if (ts.isJsxExpression(node) && node.expression) return written(node.expression);
  if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => made.add(expression.getText()));
  else if (ts.isCallExpression(node) && node.expression.getText() === 'trackName') node.arguments.forEach((part) => ts.isStringLiteral(part) || made.add(part.getText()));
  else made.add(node.getText());
  return [];
}

describe('button names in every file', () => {
  it('consist of letters and begin with a lower-case letter', () => {
    const names = files.flatMap(({ named }) => named.map(({ name }) => name.replace(':', '')));
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter((name) => !/^[a-z][A-Za-z]{1,39}$/.test(name))).toEqual([]);
  });

  it('contain no data of a borrower', () => {
    expect(Array.from(made).sort()).toEqual(PARTS);
  });

  it('exist for all buttons except form fields', () => {
    expect(files.filter(({ nameless }) => nameless > 0).map(({ file }) => file).sort()).toEqual(FIELDS);
  });

  it('are unique in a file unless the buttons do the same', () => {
    const twice = files.flatMap(({ file, named }) =>
      named.filter(({ name, does }, n) => named.slice(0, n).some((before) => before.name === name && before.does !== does)).map(({ name }) => `${file} ${name}`));
    expect(twice.sort()).toEqual(SAME);
  });
});
