import type { Plugin } from 'vite';

/**
 * Turns the pixel page into one HTML file with an inline script. The sandboxed page has no origin, so a script file
 * would be a cross-origin request. An inline script needs no request, and the content security policy allows it by its
 * hash.
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
          if (/<\/script|<!--/i.test(file.code) || /^(import|export)\b/m.test(file.code)) throw new Error('the script of pixel.html cannot be inlined into the page');
          // At the end of the body, because a classic script runs as soon as it is parsed.
          page = page.replace(script, '').replace('</body>', () => `<script>(function(){${file.code.trim()}})();</script></body>`);
          delete bundle![name];
        }
        return page.replace(/>\s+</g, '><').trim();
      },
    },
  };
}
