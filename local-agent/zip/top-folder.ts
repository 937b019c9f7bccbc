/** Files that archive programs add. */
const added = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;
const database = /^[^/]+\.fmp12$/i;

/**
 * Returns the names of a zip's files as if its only top-level folder were its root, as in zips that people make of a folder. Names of zips
 * with a database at the root, or with several folders, stay the same.
 * @returns Name by original name, without files that archive programs add
 */
export function namesBelowTopFolder(names: readonly string[]): ReadonlyMap<string, string> {
  const own = names.filter((name) => !added.test(name));
  const [top] = own[0]?.split("/") ?? [];
  const isInside = (name: string) => name.startsWith(`${top}/`);
  const inner = (name: string) => name.slice(`${top}/`.length);
  const isWrapped = own.every(isInside) && own.some((name) => database.test(inner(name)));
  if (!isWrapped) return new Map(names.map((name) => [name, name]));
  return new Map(own.map((name) => [name, inner(name)]));
}
