import { isNativeApp } from '@/bridge/shell';
import { adsConsent, noteUnsentChoice, setAdsConsent } from '@/lib/adsConsent';
import type { ChannelInfo } from '@/lib/channel';
import { getSession } from '@/lib/session';
import { $, say } from './page';
import { loadPixel } from './pixels/pixels';

/**
 * If the channel has a pixel, asks for consent before it is loaded. The visitor can change their choice in the footer.
 */
export function adsBar(info: ChannelInfo | null): void {
  if (!info || !info.platform || !info.pixelId || isNativeApp()) return;
  const bar = $('ads');
  const change = $('ads-change');
  const draw = () => {
    const answer = adsConsent();
    bar.hidden = answer !== null;
    change.hidden = answer === null;
    change.textContent = answer === 'granted' ? say('adsOn') : say('adsOff');
  };
  const choose = (granted: boolean) => {
    const before = adsConsent();
    setAdsConsent(granted);
    // The app tells the server when it is opened.
    if (getSession().loggedIn) noteUnsentChoice();
    draw();
    if (granted) loadPixel(info);
    // What a tool has installed in the page can only be removed by a reload.
    else if (before === 'granted') location.reload();
  };
  $('ads-allow').addEventListener('click', () => choose(true));
  $('ads-deny').addEventListener('click', () => choose(false));
  change.addEventListener('click', () => choose(adsConsent() !== 'granted'));
  draw();
  if (adsConsent() === 'granted') loadPixel(info);
}
