import { onePage } from './scripts/onePage.ts';
import { pixelPage } from './scripts/pixel.ts';

/** The page in which a platform's pixel runs inside the app. */
export default onePage('pixel.html', pixelPage());
