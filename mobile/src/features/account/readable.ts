import type { MemberCopyData } from '@loanmarket/shared-types/api';
import { getLanguage, locales, text, textOr } from '@/i18n';
import { formatInstant } from '@/lib/format/date';

/** The copy as one page that any browser shows and prints, without this app. */
export function readable({ generatedAt, memberId, sections }: MemberCopyData): string {
  const title = escape(text('account:data.title'));
  const parts = sections.map(({ name, records }) => {
    const body = records.length === 0 ? `<p>${escape(text('account:data.none'))}</p>` : records.map((record) => table(record)).join('');
    return `<section><h2>${escape(sectionName(name))}</h2>${body}</section>`;
  });
  return `<!doctype html><html lang="${locales[getLanguage()]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1>
<p>${escape(text('account:data.readyText', { time: formatInstant(generatedAt) }))} · ${escape(memberId)}</p>${parts.join('\n')}</body></html>`;
}

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:16px;color:#14211b;max-width:720px}h2{margin-top:32px;border-bottom:1px solid #e3e8e2}' +
  'table{width:100%;border-collapse:collapse;margin:12px 0}th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid #e3e8e2;overflow-wrap:anywhere}th{width:40%;font-weight:400;color:#55635c}pre{white-space:pre-wrap;margin:0;font:inherit}';

function table(record: Record<string, unknown>): string {
  const rows = Object.entries(record)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<tr><th>${escape(fieldName(name))}</th><td>${shown(value)}</td></tr>`);
  return `<table>${rows.join('')}</table>`;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

function shown(value: unknown): string {
  if (typeof value === 'boolean') return escape(text(value ? 'account:data.yes' : 'account:data.no'));
  if (typeof value === 'string') return `<pre>${escape(INSTANT.test(value) ? formatInstant(value) : value)}</pre>`;
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value === 'object' && value !== null) return table(value as Record<string, unknown>);
  return escape(String(value));
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What somebody typed is text in the file, never markup. */
function escape(raw: string): string {
  return raw.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}

/** A section of the copy in words; one that has no words yet keeps the name that machines know. */
export const sectionName = (name: string) => textOr(`owndata:section.${name}`, name);

/** A field of a record in words. */
const fieldName = (name: string) => textOr(`owndata:field.${name}`, name);
