let layers = 0;

/** Counts the layers over the page. The root element has the class `covered` while there are any. */
export function countLayers(more: 1 | -1): void {
  layers += more;
  document.documentElement.classList.toggle('covered', layers > 0);
}

/** Whether any layer covers the page. */
export const isCovered = (): boolean => layers > 0;
