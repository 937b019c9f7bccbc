import type { Area, AreaResource } from "../edge/area.ts";
import type { AddedParts, Parts, Stored } from "./added-parts.ts";

/** Resources that no other code imports. To remove one, delete its folders and files, and its entry here. */
const additions: Readonly<Record<string, Addition>> = {
  license: {
    area: "system",
    paths: ["/api/license"],
    load: () => import("../system/license.ts"),
    adds: ["watches"],
    parts: () => import("./license.ts"),
  },
  notes: {
    area: "files",
    paths: ["/api/file-notes"],
    load: () => import("../files/notes.ts"),
    adds: ["notesOfFiles", "transfer"],
    parts: () => import("./notes.ts"),
  },
  triggers: {
    area: "webhooks",
    paths: ["/api/triggers", "/triggers"],
    load: () => import("../webhooks/triggers.ts"),
    adds: ["deliveries", "sealed", "transfer", "triggers"],
    parts: () => import("./triggers.ts"),
  },
};

interface Addition extends AreaResource {
  /** Area that serves it. */
  readonly area: string;
  /** Names of its parts. Their modules are loaded only where these are used. */
  readonly adds: readonly (keyof Parts)[];
  readonly parts: () => Promise<{ readonly parts: AddedParts }>;
}

/** Returns the resources that are added to an area. */
export function addedTo(area: string): Area["resources"] {
  return Object.fromEntries(Object.entries(additions).filter(([, addition]) => addition.area === area));
}

/** Loads all parts with this name. */
export async function added<Name extends keyof Parts>(
  name: Name,
): Promise<readonly (Stored & { readonly part: Parts[Name] })[]> {
  const adding = Object.values(additions).filter(({ adds }) => adds.includes(name));
  const loaded = await Promise.all(adding.map(async (addition) => (await addition.parts()).parts));
  return loaded.map(({ partitions, secrets, [name]: part }) => ({ partitions, secrets, part: part as Parts[Name] }));
}
