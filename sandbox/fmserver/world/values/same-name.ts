/** A file's name without its extension, in the spelling it came in. */
export function bareName(name: string): string {
  return name.replace(/\.fmp12$/i, "");
}

/** Whether two names, with extension or without, mean the same file: FileMaker looks names up without case. */
export function sameName(one: string, other: string): boolean {
  return bareName(one).toLowerCase() === bareName(other).toLowerCase();
}

/** The file's own name in `file:Contacts`, in a path, or in a name. */
export function fileOf(resource: string): string {
  const path = resource.replace(/^file\w*:/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
