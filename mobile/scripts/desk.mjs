// Access to the development desk of a running stack, for the measurements.

const state = async (base, query = '') => (await fetch(`${base}/dev/state${query}`)).json();

/** Waits for the latest login code sent to a number. */
export async function codeOn(base, phone) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { sms } = await state(base, `?phone=${phone.slice(1)}`);
    const found = sms.map(({ body }) => /^\d{4} /.exec(body)).find(Boolean);
    if (found) return found[0].trim();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the development desk shows no SMS code');
}

/** The answer of the latest picture code for a number; undefined if there is none. */
export async function pictureOn(base, phone) {
  const { imageCodes } = await state(base);
  return imageCodes.find((drawn) => drawn.phone.endsWith(phone.slice(1)))?.answer;
}
