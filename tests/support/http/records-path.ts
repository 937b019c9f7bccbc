/** Returns a Data API path for one record of a demo file, whose main layout has the file's name. */
export function recordsPath(file = "Contacts.fmp12"): string {
  const layout = decodeURIComponent(file).replace(/\.fmp12$/i, "");
  return `/svc/fmi/data/vLatest/databases/${file}/layouts/${layout}/records?_limit=1`;
}
