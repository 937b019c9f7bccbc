import type { Theme } from "./theme.ts";

/** Sets the icon of the browser tab to the theme color, so that users can distinguish several servers. */
export function applyIcon({ fill, onFill }: Pick<Theme, "fill" | "onFill">): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link !== null) link.href = `data:image/svg+xml,${encodeURIComponent(iconOf(fill, onFill))}`;
}

/** Returns the icon as SVG. `public/favicon.svg` is the same icon in the default color, for the time before. */
function iconOf(fill: string, onFill: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${fill}"/>` +
    `<g fill="none" stroke="${onFill}" stroke-width="3" stroke-linecap="round"><circle cx="12" cy="12" r="5"/>` +
    `<path d="m16 16 9 9m-4-4 3-3"/></g></svg>`
  );
}
