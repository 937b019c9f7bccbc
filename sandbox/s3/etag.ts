/** An entity tag in quotation marks; clients send them with and without. */
export function quoted(etag: string): string {
  return `"${etag.replaceAll('"', "")}"`;
}
