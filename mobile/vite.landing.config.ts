import { landingPage } from './scripts/landing.ts';
import { onePage } from './scripts/onePage.ts';

/** The landing page, apart from the app's build: it shares the app's sources, not its chunks. */
export default onePage('landing.html', landingPage());
