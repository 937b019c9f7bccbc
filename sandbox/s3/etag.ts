/** Returns an entity tag with quotation marks, which clients send with and without. */
export function quoted(etag: string): string {
  return `"${etag.replaceAll('"', "")}"`;
}
