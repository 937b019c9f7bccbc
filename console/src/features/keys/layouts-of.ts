import { configuration } from "../../api/configuration.ts";

interface Layout {
  readonly name?: string;
  readonly isFolder?: boolean;
  readonly folderLayoutNames?: readonly Layout[];
}

/** The layouts that a key sees in a file, asked through the proxy as any caller would. Empty where the file does not tell. */
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
