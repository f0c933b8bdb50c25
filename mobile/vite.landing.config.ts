import { landingPage } from './scripts/landing.ts';
import { onePage } from './scripts/onePage.ts';

/** The landing page, built separately from the app: it shares the app's sources but not its chunks. */
export default onePage('landing.html', landingPage());
