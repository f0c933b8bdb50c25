import { onePage } from './scripts/onePage.ts';
import { pixelPage } from './scripts/pixel.ts';

/** The page that a platform's pixel lives in inside the app. */
export default onePage('pixel.html', pixelPage());
