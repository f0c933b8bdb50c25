import type { Translation } from '../texts';

export default {
  title: 'Information',
  version: 'Version {{version}}, in force from {{shortDay}}',
  help: { title: 'Frequently asked questions' },
  about: { title: 'About us' },
  terms: { title: 'Terms of use' },
  privacy: { title: 'Privacy policy' },
  privacy2: {
    title: 'Cookies and advertising',
    on: 'You allow advertising tools.',
    off: 'You do not allow advertising tools.',
    allow: 'Allow',
    deny: 'No longer allow',
  },
  favorite: {
    title: 'Keep it on the home screen',
    lead: 'Opens as quickly as an app, with nothing to install and next to no memory used.',
    here: 'Address of this page',
    ios: 'On iPhone (Safari)',
    ios1: 'Tap the Share button at the bottom of the screen.',
    ios2: 'Choose “Add to Home Screen”.',
    ios3: 'Tap “Add”. The icon appears among your apps.',
    android: 'On Android (Chrome)',
    android1: 'Tap the three dots at the top right.',
    android2: 'Choose “Add to Home screen”.',
    android3: 'Tap “Add”. The icon appears among your apps.',
    other: 'Another browser? Look for bookmarks or “Add to Home screen” in its menu.',
  },
} satisfies Translation<'info'>;
