import type { BrowserEntry } from "#shared/agent/protocol/commands/browser-commands.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { HostFile } from "./contract.ts";
import { type HostLocation, idOf, markOf, mayChange, mayFill, maySend, pathOf, rootRules } from "./rules.ts";

/** Converts an entry for API responses. */
export function shownFile(location: HostLocation, { name, kind, sizeBytes, modifiedAt, tag }: BrowserEntry): HostFile {
  const isRoot = location.path === "";
  return {
    id: idOf(location),
    name: isRoot ? rootRules[location.root].name : name,
    path: pathOf(location),
    type: kind === "folder" ? "dir" : "file",
    ...(kind !== "folder" && { size: sizeBytes }),
    modifiedTime: timestamp(modifiedAt),
    tag,
    mark: markOf(location, kind),
    root: isRoot ? location.root : null,
    capabilities: {
      canDownload: maySend(location, kind),
      canChange: mayChange(location),
      canFill: kind === "folder" && mayFill(location),
    },
  };
}
