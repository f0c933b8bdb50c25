import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Components that src/ui wraps; pages use the wrappers. */
const wrapped = ['IonPage', 'IonContent', 'IonHeader', 'IonFooter', 'IonToolbar', 'IonToast', 'IonAlert', 'IonModal', 'IonLoading', 'IonActionSheet'];

/** APIs that the oldest browsers of the modern build lack; that build has no polyfills. */
const newer = ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'hasOwn', 'requestSubmit', 'randomUUID', 'checkVisibility', 'scheduler', 'showPopover', 'showModal', 'startViewTransition', 'setHTML', 'withResolvers', 'groupBy', 'canParse'];

/** Components that the build omits (scripts/unused.ts). */
const unused = ['IonTab', 'IonTabs', 'IonTabBar', 'IonTabButton', 'IonBackButton', 'IonNav', 'IonIcon', 'IonRefresher', 'IonRefresherContent'];

export default tseslint.config(
  { ignores: ['dist', 'build', 'android', 'ios', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { files: ['native/**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // The error of a promise that is not awaited goes unnoticed, and an expectation that is not awaited checks nothing.
    files: ['{src,e2e}/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ...compat.configs['flat/recommended'],
    languageOptions: { globals: globals.browser },
    settings: {
      // Polyfills in the legacy build for phones that lack these APIs.
      polyfills: ['Object.fromEntries', 'Promise.allSettled', 'AbortController', 'IntersectionObserver', 'ResizeObserver', 'Intl.PluralRules', 'Promise.prototype.finally', 'visualViewport'],
    },
  },
  // The landing page is a single build for all phones, without the polyfills of the legacy build.
  { files: ['src/landing/**/*.ts'], settings: { polyfills: ['Promise.prototype.finally'] } },
  { files: ['src/**/*.{ts,tsx}'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // The backdrop of an overlay closes it on a click; Escape, the back key and a button do so too.
      'jsx-a11y/click-events-have-key-events': 'off',
      // Used only for fields that the borrower has just asked for: a search, a code that was sent.
      'jsx-a11y/no-autofocus': 'off',
      'jsx-a11y/no-noninteractive-element-to-interactive-role': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/ui/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@ionic/react', importNames: wrapped, message: 'Use the wrappers in src/ui.' },
            { name: 'i18next', message: 'Use @/i18n.' },
            { name: 'react-i18next', message: 'Use @/i18n.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        // The browser-compatibility rule does not know the types on which these methods are called. Chrome 89 and iOS
        // 15.0 lack them.
        { selector: `CallExpression > MemberExpression.callee[property.name=/^(${newer.join('|')})$/]`, message: 'Phones that get the modern build lack it.' },
        { selector: 'JSXOpeningElement[name.name="dialog"]', message: 'iOS 15.0 lacks it: use the sheets and dialogs of src/ui.' },
        // Safari before 14 only has `addListener`.
        { selector: 'CallExpression[callee.property.name="addEventListener"] > MemberExpression > CallExpression[callee.name="matchMedia"], CallExpression[callee.property.name="addEventListener"] > MemberExpression > CallExpression[callee.property.name="matchMedia"]', message: 'Safari 11 cannot listen to it so.' },
        // Safari 11 and Chrome 60 ignore these options and write the date or number in full.
        { selector: 'NewExpression[callee.object.name="Intl"] Property[key.name=/^(dateStyle|timeStyle|notation|compactDisplay|signDisplay)$/]', message: 'Old phones take it for nothing.' },
        { selector: `ImportSpecifier[imported.name=/^(${unused.join('|')})$/]`, message: 'The build leaves it out: scripts/unused.ts.' },
      ],
    },
  },
  {
    files: ['src/i18n/**', 'src/app/App.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // Tests and scripts run on Node or in a current browser.
    files: ['**/*.test.{ts,tsx}', 'src/test/**', 'e2e/**', 'scripts/**', '*.ts', '*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'compat/compat': 'off', 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
);
