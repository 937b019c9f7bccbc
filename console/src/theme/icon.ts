import type { Theme } from "./theme.ts";

/** The mark of the browser's tab in the theme colour, so that a user with several servers open finds the right one. */
export function applyIcon({ fill, onFill }: Pick<Theme, "fill" | "onFill">): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = `data:image/svg+xml,${encodeURIComponent(iconOf(fill, onFill))}`;
}

/** `public/favicon.svg` is the same in the usual colour, for the moment before. */
function iconOf(fill: string, onFill: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/>` +
    `<g fill="none" stroke="${onFill}" stroke-width="3" stroke-linecap="round"><circle cx="12" cy="12" r="5"/>` +
    `<path d="m16 16 9 9m-4-4 3-3"/></g></svg>`
  );
}
