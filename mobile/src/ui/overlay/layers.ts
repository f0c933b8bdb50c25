let layers = 0;

/** Something more lies over the page, or less; the root says whether anything does. */
export function countLayers(more: 1 | -1): void {
  layers += more;
  document.documentElement.classList.toggle('covered', layers > 0);
}

/** Whether something lies over the page. */
export const isCovered = (): boolean => layers > 0;
