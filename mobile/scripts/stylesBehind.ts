import type { Plugin } from 'vite';

const STYLE = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Moves a page's style sheets to the end of its body, behind the loading screen, which has inline styles. In the head
 * they would block rendering until they are loaded, and on a slow network they compete with all scripts. The app
 * itself, a module, still waits for them.
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
