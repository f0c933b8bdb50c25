import type { Plugin } from 'vite';
import { landingTexts } from './landingTexts.ts';

/**
 * Makes the landing page one HTML file with its style inside and one classic script that waits for the page; and emits the
 * texts, with which the server fills the page in.
 */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        let page = html.replace(/<script type="module" crossorigin/g, '<script defer');
        for (const [name, file] of Object.entries(bundle ?? {})) {
          if (file.type !== 'asset' || !name.endsWith('.css')) continue;
          const link = new RegExp(`<link rel="stylesheet"[^>]*href="/${name}"[^>]*>`);
          if (!link.test(page)) throw new Error(`landing.html does not link ${name}`);
          page = page.replace(link, () => `<style>${String(file.source).trim()}</style>`);
          delete bundle![name];
        }
        return page.replace(/>\s+</g, '> <').replace(/\n\s+/g, '\n');
      },
    },
    // A classic script: a module would leave the oldest phones without it, and names must not meet those of other scripts.
    renderChunk(code) {
      if (/^(import|export)\b/m.test(code)) throw new Error('the landing script has to be one file');
      return `(function(){${code}})();`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'landing.texts.json', source: JSON.stringify(landingTexts) });
    },
  };
}
