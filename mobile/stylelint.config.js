export default {
  plugins: ['stylelint-no-unsupported-browser-features'],
  rules: {
    'plugin/no-unsupported-browser-features': [
      true,
      {
        // The oldest browsers of the legacy build: Safari 11 and Chrome 60.
        browsers: ['ios_saf >= 11', 'safari >= 11', 'chrome >= 60', 'and_chr >= 60'],
        ignore: [
          // Without these, only the appearance suffers.
          'css-content-visibility',
          'css-focus-visible',
          'css-overscroll-behavior',
          'css-touch-action',
          'css-textshadow',
          'text-size-adjust',
          'prefers-reduced-motion',
          'font-feature',
          'font-variant-numeric',
          'css-text-underline-offset',
          'text-decoration',
          'css-first-letter',
          // The build adds prefixes.
          'css-sticky',
          'css-appearance',
          // Used behind @supports, or after a fallback that every browser knows.
          'css-env-function',
          'css-math-functions',
          // Grid is used only for stacks, supported since Chrome 57 and Safari 10.1. The data counts support without
          // subgrid as partial.
          'css-grid',
          // Disabled fields look disabled without it.
          'css3-cursors',
          'css-resize',
          'css-overflow-anchor',
          'word-break',
          'wordwrap',
          'outline',
          // Counted as partial because of single values that are not used here: overflow clip, two-position colour
          // stops.
          'css-overflow',
          'css-gradients',
          'css-caret-color',
          'pointer',
          'object-fit',
        ],
      },
    ],
    'property-disallowed-list': ['gap', 'row-gap', 'column-gap', 'aspect-ratio', 'inset', 'translate', 'rotate', 'scale'],
    'declaration-property-value-disallowed-list': { '/^overflow/': ['clip'], '/^animation/': ['/scroll\\(|view\\(/'] },
    'unit-disallowed-list': ['dvh', 'svh', 'lvh', 'lh', 'rlh', 'cqw', 'cqh', 'cqi', 'cqb'],
    'function-disallowed-list': ['color-mix', 'round', 'mod', 'rem', 'sin', 'cos', 'pow', 'sqrt', 'abs', 'sign'],
    'color-function-notation': 'legacy',
    'at-rule-disallowed-list': ['property', 'starting-style', 'layer', 'container', 'scope'],
    'selector-pseudo-class-disallowed-list': ['is', 'where', 'has', 'user-valid', 'user-invalid', 'popover-open', 'modal'],
    'color-no-invalid-hex': true,
    'block-no-empty': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-values'] }],
  },
};
