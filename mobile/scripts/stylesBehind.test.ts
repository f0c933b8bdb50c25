import { expect, it } from 'vitest';
import { moveStyles } from './stylesBehind.ts';

it('moveStyles moves style sheets to the end of the body in their order, and leaves scripts in the head', () => {
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

it('moveStyles does not change a page without style sheets', () => {
  expect(moveStyles('<head></head>\n<body>\n</body>')).toBe('<head></head>\n<body>\n</body>');
});
