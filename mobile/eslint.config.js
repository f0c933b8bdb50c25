import js from '@eslint/js';
import compat from 'eslint-plugin-compat';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Wrapped once in src/ui; pages use the wrappers. */
const wrapped = ['IonPage', 'IonContent', 'IonHeader', 'IonFooter', 'IonToolbar', 'IonToast', 'IonAlert', 'IonModal', 'IonLoading', 'IonActionSheet'];

/** Newer than the floor of the modern build, which brings no polyfills. */
const newer = ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'hasOwn', 'requestSubmit', 'randomUUID', 'checkVisibility', 'scheduler', 'showPopover', 'showModal', 'startViewTransition', 'setHTML', 'withResolvers', 'groupBy', 'canParse'];

/** What the build leaves out (scripts/unused.ts). */
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
    // A call that nobody waits for fails unseen, and an expectation that nobody waits for holds nothing.
    files: ['{src,e2e}/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ...compat.configs['flat/recommended'],
    languageOptions: { globals: globals.browser },
    settings: {
      // What the legacy build brings along for phones that lack it.
      polyfills: ['Object.fromEntries', 'Promise.allSettled', 'AbortController', 'IntersectionObserver', 'ResizeObserver', 'Intl.PluralRules', 'Promise.prototype.finally', 'visualViewport'],
    },
  },
  // The landing page is one build for every phone, without what the legacy build brings along.
  { files: ['src/landing/**/*.ts'], settings: { polyfills: ['Promise.prototype.finally'] } },
  { files: ['src/**/*.{ts,tsx}'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // The shade of an overlay closes it; Escape, the back key and a button do so too.
      'jsx-a11y/click-events-have-key-events': 'off',
      // Only where the borrower asked for the field: a search, a code that was just sent.
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
        // The linter's rule of browsers sees no type of what these are called on; Chrome 89 and iOS 15.0 lack them.
        { selector: `CallExpression > MemberExpression.callee[property.name=/^(${newer.join('|')})$/]`, message: 'Phones that get the modern build lack it.' },
        { selector: 'JSXOpeningElement[name.name="dialog"]', message: 'iOS 15.0 lacks it: use the sheets and dialogs of src/ui.' },
        // Safari before 14 has `addListener` only.
        { selector: 'CallExpression[callee.property.name="addEventListener"] > MemberExpression > CallExpression[callee.name="matchMedia"], CallExpression[callee.property.name="addEventListener"] > MemberExpression > CallExpression[callee.property.name="matchMedia"]', message: 'Safari 11 cannot listen to it so.' },
        // Taken for nothing by Safari 11 and Chrome 60, which write the date or the number in full.
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
    // Tests and scripts run on Node, whose browser is today's.
    files: ['**/*.test.{ts,tsx}', 'src/test/**', 'e2e/**', 'scripts/**', '*.ts', '*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'compat/compat': 'off', 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
);
