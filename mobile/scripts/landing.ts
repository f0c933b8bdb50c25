import type { Plugin } from 'vite';
import { landingTexts } from './landingTexts.ts';

/**
 * Turns the landing page into one HTML file with inline styles and one deferred classic script. Also emits the texts
 * with which the server fills in the page.
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
    // A classic script, because the oldest phones support no modules. The function keeps its names out of the global
    // scope.
    renderChunk(code) {
      if (/^(import|export)\b/m.test(code)) throw new Error('the landing script has to be one file');
      return `(function(){${code}})();`;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'landing.texts.json', source: JSON.stringify(landingTexts) });
    },
  };
}
