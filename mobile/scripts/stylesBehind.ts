import type { Plugin } from 'vite';

const STYLE = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Puts the style sheets of a page behind what it shows while the app is on its way, which brings its own style: in the head a browser shows
 * nothing until they are there, and on a slow line they share it with every script. The app itself, a module, waits for them as before.
 */
export function stylesBehind(): Plugin {
  return {
    name: 'styles-behind',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: moveStyles },
  };
}

export function moveStyles(html: string): string {
  const styles = html.match(STYLE) ?? [];
  return html.replace(STYLE, '').replace(/\s*<\/body>/, `${styles.join('')}$&`);
}
