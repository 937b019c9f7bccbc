interface HostReference {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
}

/** The path that a caller means by an id or a path, as people read it. Undefined for what is neither; nothing is checked here. */
export function hostPathText({ id, path }: HostReference): string | undefined {
  if (path !== undefined || id === undefined) return path;
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // No id: the call is refused for it.
  }
}
