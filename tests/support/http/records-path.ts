/** The Data API address of one record of a demo file, whose main layout bears its name. */
export function recordsPath(file = "Contacts.fmp12"): string {
  const layout = decodeURIComponent(file).replace(/\.fmp12$/i, "");
  return `/svc/fmi/data/vLatest/databases/${file}/layouts/${layout}/records?_limit=1`;
}
