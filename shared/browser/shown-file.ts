import type { BrowserEntry } from "../contract/agent/browser-commands.ts";
import { timestamp } from "../contract/scalars.ts";
import type { HostFile } from "./contract.ts";
import { type HostPlace, idOf, markOf, mayChange, mayFill, maySend, pathOf, rootRules } from "./rules.ts";

/** An entry as callers see it. */
export function shownFile(place: HostPlace, { name, kind, sizeBytes, modifiedAt, tag }: BrowserEntry): HostFile {
  const isRoot = place.path === "";
  return {
    id: idOf(place),
    name: isRoot ? rootRules[place.root].name : name,
    path: pathOf(place),
    type: kind === "folder" ? "dir" : "file",
    ...(kind !== "folder" && { size: sizeBytes }),
    modifiedTime: timestamp(modifiedAt),
    tag,
    mark: markOf(place, kind),
    root: isRoot ? place.root : null,
    capabilities: {
      canDownload: maySend(place, kind),
      canChange: mayChange(place),
      canFill: kind === "folder" && mayFill(place),
    },
  };
}
