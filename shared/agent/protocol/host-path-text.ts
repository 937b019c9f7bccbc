interface HostReference {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
}

/** Returns the readable path for an id or a path, unchecked. Undefined if it is neither. */
export function hostPathText({ id, path }: HostReference): string | undefined {
  if (path !== undefined || id === undefined) return path;
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Not an id; the call is rejected.
  }
}
