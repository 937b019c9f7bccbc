/** Returns a file's name without its extension, in its original spelling. */
export function bareName(name: string): string {
  return name.replace(/\.fmp12$/i, "");
}

/** Returns true if two names, with or without extension, refer to the same file: names are case-insensitive in FileMaker. */
export function sameName(one: string, other: string): boolean {
  return bareName(one).toLowerCase() === bareName(other).toLowerCase();
}

/** Returns the file's name in `file:Contacts`, in a path, or in a name. */
export function fileOf(resource: string): string {
  const path = resource.replace(/^file\w*:/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
