import { expect, it } from 'vitest';
import { moveStyles } from './stylesBehind.ts';

it('style sheets stand behind the page, in their order; scripts stay in the head', () => {
  expect(moveStyles(`<head>
    <script type="module" src="/a.js"></script>
    <link rel="modulepreload" href="/b.js">
    <link rel="stylesheet" crossorigin href="/a.css">
    <link rel="stylesheet" crossorigin href="/b.css">
  </head>
  <body>
    <div id="root"></div>
  </body>`)).toBe(`<head>
    <script type="module" src="/a.js"></script>
    <link rel="modulepreload" href="/b.js">
  </head>
  <body>
    <div id="root"></div>
    <link rel="stylesheet" crossorigin href="/a.css">
    <link rel="stylesheet" crossorigin href="/b.css">
  </body>`);
});

it('a page without style sheets stays as it is', () => {
  expect(moveStyles('<head></head>\n<body>\n</body>')).toBe('<head></head>\n<body>\n</body>');
});
