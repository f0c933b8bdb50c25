/** Only the app for this phone is offered; where there is none, the way to keep the web app on the home screen. */
export function downloads(userAgent: string): void {
  const apple = /iPhone|iPad|iPod/.test(userAgent);
  const own = document.getElementById(apple ? 'ios' : 'android');
  const other = document.getElementById(apple ? 'android' : 'ios');
  const web = document.getElementById('web');
  if (other) other.hidden = true;
  if (web) web.hidden = own !== null;
}
