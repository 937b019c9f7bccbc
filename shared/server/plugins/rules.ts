import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { ListedPlugin } from "#shared/filemaker/commands/plugin-commands.ts";
import type { PluginEngine } from "./contract.ts";

type Folders = ReplyOf<"plugins.list">["engines"];

interface Merged {
  readonly file: string;
  readonly name: string | null;
  readonly enabled: boolean | null;
  readonly copies:
    | readonly { readonly engine: PluginEngine; readonly sizeBytes: number; readonly modifiedAt: number }[]
    | null;
}

/** Returns the plug-ins that the Admin API or a folder lists, by file name. Without folders, their copies are unknown. */
export function mergedPlugins(listed: readonly ListedPlugin[], folders: Folders | undefined): readonly Merged[] {
  const inFolders = (folders ?? []).flatMap(({ engine, plugins }) => plugins.map((plugin) => ({ engine, ...plugin })));
  const names = new Set([...listed, ...inFolders].map(({ file }) => file));
  return [...names].sort().map((file) => {
    const known = listed.find((plugin) => plugin.file === file);
    const copies = inFolders
      .filter((copy) => copy.file === file)
      .map(({ engine, sizeBytes, modifiedAt }) => ({ engine, sizeBytes, modifiedAt }));
    return {
      file,
      name: known?.name ?? null,
      enabled: known?.enabled ?? null,
      copies: folders === undefined ? null : copies,
    };
  });
}
