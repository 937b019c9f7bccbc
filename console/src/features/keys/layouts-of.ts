import { configuration } from "../../api/configuration.ts";

interface Layout {
  readonly name?: string;
  readonly isFolder?: boolean;
  readonly folderLayoutNames?: readonly Layout[];
}

/** Returns the layouts that a key can see in a file, requested through the proxy like any client's call. Empty if the request fails. */
export async function layoutsOf(file: string, key: string): Promise<readonly string[]> {
  const path = `/${configuration().prefix}/fmi/data/vLatest/databases/${encodeURIComponent(file)}/layouts`;
  const answer = await fetch(path, { credentials: "omit", headers: { Authorization: `Bearer ${key}` } });
  if (!answer.ok) return [];
  const body: { response?: { layouts?: readonly Layout[] } } = await answer.json();
  return names(body.response?.layouts ?? []);
}

function names(layouts: readonly Layout[]): readonly string[] {
  return layouts.flatMap(({ name, isFolder, folderLayoutNames }) =>
    isFolder ? names(folderLayoutNames ?? []) : name && name !== "-" ? [name] : [],
  );
}
