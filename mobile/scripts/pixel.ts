import type { Plugin } from 'vite';

/**
 * Makes the pixel's page one HTML file with its script inside. In its sandbox the page has no origin, so a browser would
 * fetch a script file as a stranger's; what stands in the page needs no fetching, and its hash names it in the policy.
 */
export function pixelPage(): Plugin {
  return {
    name: 'pixel-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        let page = html;
        for (const [name, file] of Object.entries(bundle ?? {})) {
          if (file.type !== 'chunk') continue;
          const script = new RegExp(`\\s*<script type="module"[^>]*src="/${name}"[^>]*></script>`);
          if (!script.test(page)) throw new Error(`pixel.html does not load ${name}`);
          if (/<\/script|<!--/i.test(file.code) || /^(import|export)\b/m.test(file.code)) throw new Error('the script of pixel.html cannot stand in a page');
          // At the end of the page: it is a classic script there, which runs when it is met.
          page = page.replace(script, '').replace('</body>', () => `<script>(function(){${file.code.trim()}})();</script></body>`);
          delete bundle![name];
        }
        return page.replace(/>\s+</g, '><').trim();
      },
    },
  };
}
