import type { Page } from '@playwright/test';
import type { Language } from '../../src/i18n';

/** Texts that may appear in any language. */
export interface Allowed {
  language: Language;
  /** Names from the data: products, people, places. */
  names: string[];
}

/** Words that are the same in all languages. */
const EVERYWHERE = [
  'APR', 'SMS', 'PDF', 'QR', 'OTP', 'Wi-Fi', 'WiFi', 'Facebook', 'WhatsApp', 'Zalo', 'Safari', 'Chrome', 'Android', 'iPhone', 'iOS', 'App', 'VietQR', 'NAPAS',
  'PromptPay', 'Tiếng Việt', 'English', 'ไทย', '简体中文', '中文', 'Ngôn ngữ', 'Language', 'Loan Market', 'Google Play', 'App Store', 'Play Store', 'USD', 'VND', 'ID', 'PIN', 'Email', 'Viettel', 'VinaPhone', 'MobiFone', 'Vietnamobile', 'Wintel', 'iTel', 'Gmobile', 'XX', 'XXX', 'XXXX',
];

/** Returns the problems of the screen in front; each line names the element and the problem. */
export function inspect(page: Page, { language, names }: Allowed): Promise<string[]> {
  const known = [...names, ...EVERYWHERE].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  return page.evaluate(look, { language, known });
}

/** Runs in the page. */
function look({ language, known }: { language: string; known: string[] }): string[] {
  const front = Array.from(document.querySelectorAll<HTMLElement>('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)')).pop() ?? document.body;
  const width = document.documentElement.clientWidth;
  const found: string[] = [];
  const say = (what: string, element: Element) => {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
    found.push(`${what}: <${element.tagName.toLowerCase()}> "${text || element.getAttribute('aria-label') || element.getAttribute('class') || ''}"`);
  };
  const shown = (element: Element) => {
    const { width: w, height: h } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return w > 1 && h > 1 && style.visibility !== 'hidden' && style.display !== 'none' && style.opacity !== '0' && !element.closest('.unseen, [inert]');
  };
  const sideways = (element: Element) => {
    for (let at: Element | null = element; at && at !== front; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll' || position === 'fixed') return true;
    }
    return false;
  };
  const elements = Array.from(front.querySelectorAll<HTMLElement>('*')).filter((element) => !element.closest('svg') && shown(element));

  for (const element of elements) {
    const box = element.getBoundingClientRect();
    if ((box.right > width + 1 || box.left < -1) && !sideways(element)) say('over the edge', element);
    const own = Array.from(element.childNodes).some((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
    if (!own) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const cutsX = overflowX === 'hidden' || overflowX === 'clip';
    const cutsY = overflowY === 'hidden' || overflowY === 'clip';
    if (cutsX && element.scrollWidth > element.clientWidth + 1) say('cut at the side', element);
    else if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0) say('wider than its box', element);
    if (cutsY && element.scrollHeight > element.clientHeight + 2) say('cut below', element);
  }

  const targets = elements.filter((element) => element.matches('button, a[href], select, textarea, input:not([type=hidden]), label:has(input), [role=button], [role=tab]'));
  const tappable = targets.filter((element) => !element.matches('input.unseen, label:not(:has(input[type=radio], input[type=checkbox]))'));
  const inText = (element: Element) => element.matches('a') && getComputedStyle(element).display === 'inline' && element.parentElement !== null && (element.parentElement.textContent ?? '').length > (element.textContent ?? '').length;
  for (const element of tappable) {
    const { width: w, height: h } = element.getBoundingClientRect();
    if ((w < 43.5 || h < 43.5) && !inText(element) && !element.closest('label')?.isSameNode(element.parentElement)) {
      say(`target of ${Math.round(w)} x ${Math.round(h)}`, element);
    }
  }
  const fixed = (element: Element) => !!element.closest('ion-header, ion-footer, header, footer, nav, [class*=action], [class*=bar]');
  for (let i = 0; i < tappable.length; i += 1) {
    for (let j = i + 1; j < tappable.length; j += 1) {
      const [a, b] = [tappable[i]!, tappable[j]!];
      if (a.contains(b) || b.contains(a) || fixed(a) !== fixed(b) || inText(a) || inText(b)) continue;
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (across > 4 && down > 4) say(`over "${(b.textContent ?? '').trim().slice(0, 30)}"`, a);
    }
  }

  const vietnamese = /[ăâđêôơưĂÂĐÊÔƠƯàáạảãằắặẳẵầấậẩẫèéẹẻẽềếệểễìíịỉĩòóọỏõồốộổỗờớợởỡùúụủũừứựửữỳýỵỷỹ]/;
  const thai = /[\u0e01-\u0e2e]/;
  const han = /[\u4e00-\u9fff]/;
  const foreign = (text: string) => {
    if (language !== 'vi' && vietnamese.test(text)) return true;
    if (language !== 'th' && thai.test(text)) return true;
    if (language !== 'cn' && han.test(text)) return true;
    const words = text.match(/[A-Za-z]{2,}/g) ?? [];
    if (language === 'th') return words.length > 0 && !thai.test(text) && words.some((word) => word.length > 2);
    if (language === 'cn') return words.length > 0 && !han.test(text) && words.some((word) => word.length > 2);
    return language === 'vi' && words.length > 3 && !vietnamese.test(text);
  };
  const strip = (text: string) => known.reduce((rest, name) => rest.split(name).join(' '), text).replace(/https?:\S+|\S+@\S+|\S+\.(example|vn|com)\S*/g, ' ').replace(/\b[A-Z0-9]{5,}\b|\b[0-9a-f]{8,}\b/g, ' ');
  const texts = () => document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
  const rect = (node: Node, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const dots = texts();
  let dot = null as { rect: DOMRect; parent: Element } | null;
  for (let node = dots.nextNode(); node; node = dots.nextNode()) {
    const text = node.textContent ?? '';
    for (let at = 0; at < text.length; at += 1) {
      if (/\s/.test(text[at]!)) continue;
      // The dots of ui/Facts are taken out of the line, and hidden where a line begins.
      if (dot?.parent.contains(node) && dot.rect.width > 0 && rect(node, at).top > dot.rect.top + dot.rect.height / 2) say('a line ends with a dot', dot.parent);
      dot = text[at] === '·' && node.parentElement && getComputedStyle(node.parentElement).position !== 'absolute' ? { rect: rect(node, at), parent: node.parentElement } : null;
    }
  }
  const walker = texts();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (!parent || text === '' || parent.closest('script, style')) continue;
    // A sentence may be split over several elements, so the text of the parent is checked too.
    if (foreign(strip(text)) && foreign(strip(parent.textContent ?? ''))) say('not translated', parent);
    if (language === 'cn' && /[\u4e00-\u9fff][,:;?!]|[,:;?!][\u4e00-\u9fff]/.test(text)) say('half-width punctuation', parent);
    if (/\{\{|\bundefined\b|\bNaN\b|\[object|^[a-z]+:[a-zA-Z.]+$/.test(text)) say('not filled in', parent);
  }
  for (const element of elements) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
      const text = element.getAttribute(name);
      if (text && foreign(strip(text))) say(`${name} not translated (${text})`, element);
    }
  }
  return Array.from(new Set(found));
}
