/** Whether the server can be reached at this moment. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(`/version.json?t=${Date.now()}`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
