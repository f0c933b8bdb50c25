// What lies outside of the app, as the development desk of a running stack shows it to the measurements.

const state = async (base, query = '') => (await fetch(`${base}/dev/state${query}`)).json();

/** The newest login code that came to a number; waits for one. */
export async function codeOn(base, phone) {
  for (let tries = 0; tries < 100; tries += 1) {
    const { sms } = await state(base, `?phone=${phone.slice(1)}`);
    const found = sms.map(({ body }) => /^\d{4} /.exec(body)).find(Boolean);
    if (found) return found[0].trim();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the desk shows no code');
}

/** What is to be read in the newest picture of a number; nothing where none was drawn. */
export async function pictureOn(base, phone) {
  const { imageCodes } = await state(base);
  return imageCodes.find((drawn) => drawn.phone.endsWith(phone.slice(1)))?.answer;
}
