import { setupIonicReact } from '@ionic/react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { askForAgreement } from './agreements';
import { askForHome } from './early';
import { dropEarlyPresses } from './earlyPress';
import { handleFailures } from './failures';
import { startOffline } from './offline';
import { StartFailed } from './pages/StartFailed';
import { cleanUpAfterSessions, noticeOtherTabs } from './session';
import { slide } from './slide';
import { watchTyping } from './workInHand';
import { reloadOnStaleChunk } from '@/base/chunks/staleChunk';
import { learnAppInfo } from '@/bridge/appInfo';
import { forwardBackKey } from '@/bridge/backKey';
import { collectLinks } from '@/bridge/links';
import { askInChosenLanguage, browserLanguage, startTexts } from '@/i18n';
import { loadConfig } from '@/lib/config';
import { takeHostLogin } from '@/lib/login/logIn';
import { reportPageError, watchPageErrors } from '@/lib/pageErrors/watch';
import { followTextSize } from '@/lib/textSize';

/**
 * Starts the app: first the configuration and the native app's login, then the texts of its language, then the first
 * page.
 */
export async function start(root: HTMLElement): Promise<void> {
  // After a navigation the focus moves to the new page's heading, so that a screen reader announces the page and the
  // tab key continues from there.
  setupIonicReact({ mode: 'md', navAnimation: slide, swipeBackEnabled: false, rippleEffect: false, focusManagerPriority: ['heading', 'content'] });
  reloadOnStaleChunk();
  watchPageErrors('app', () => import('@/lib/pageErrors/report'));
  handleFailures();
  askForAgreement();
  cleanUpAfterSessions();
  noticeOtherTabs();
  forwardBackKey();
  collectLinks();
  askInChosenLanguage();
  askForHome();
  startOffline();
  followTextSize();
  dropEarlyPresses();
  watchTyping();
  const react = createRoot(root);
  try {
    const [config] = await Promise.all([loadConfig(), takeHostLogin(), learnAppInfo()]);
    await startTexts(config.lang);
    react.render(<App />);
  } catch (error) {
    reportPageError('render', error);
    await startTexts(browserLanguage());
    react.render(<StartFailed />);
  }
}
