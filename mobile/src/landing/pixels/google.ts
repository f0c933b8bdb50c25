import { script, type Pixel } from './pixel';

/** Google's tag (search ads). The id may contain the label of the conversion: `AW-123/label`. */
export function google(id: string): Pixel {
  const tag = id.split('/')[0] ?? id;
  const page = window as { dataLayer?: unknown[] };
  const layer = (page.dataLayer = page.dataLayer ?? []);
  // The tag expects `arguments` objects, not arrays.
  const gtag: (...args: unknown[]) => void = function () {
    // eslint-disable-next-line prefer-rest-params
    layer.push(arguments);
  };
  gtag('js', new Date());
  gtag('config', tag);
  script(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(tag)}`);
  return {
    registered: (transactionId) =>
      id === tag ? gtag('event', 'sign_up', { method: 'sms' }) : gtag('event', 'conversion', { send_to: id, transaction_id: transactionId }),
  };
}
