/** Returns a URL without query values, which may be secrets, and without parts of the path that look like secrets. */
export function shownUrl(text: string): string {
  if (!URL.canParse(text)) return "…";
  const url = new URL(text);
  const path = url.pathname.replace(/[0-9A-Za-z_-]{40,}/g, "…");
  const names = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=…`);
  return `${url.origin}${path}${names.length === 0 ? "" : `?${names.join("&")}`}`;
}
