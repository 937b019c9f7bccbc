import type { AgentClient } from "#shared/agent/api.ts";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { refuseUnlessChangeable, refuseUnlessFillable } from "./change-refusals.ts";
import type { browser, HostFile, linkedFiles } from "./contract.ts";
import { cursorAt, cursorIn } from "./cursor.ts";
import { deadlines } from "./deadlines.ts";
import { hostStat } from "./host-stat.ts";
import type { Links } from "./links.ts";
import { locationOf } from "./location-of.ts";
import { type HostLocation, linkMs, mayFill, maySend, newLocationIn, pathOf } from "./rules.ts";
import { shownFile } from "./shown-file.ts";
import type { BrowserDeliveries } from "./transfers/deliveries.ts";

interface BrowserDependencies {
  readonly agentClient: () => AgentClient;
  readonly links: Links;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  /** Retention of deleted files in milliseconds. */
  readonly keptMs: number;
  /** Runs after a user has removed a file or folder from its place. */
  readonly removed: (location: HostLocation) => Promise<void>;
  /** Maximum number of bytes in one PATCH of an upload. */
  readonly uploadPartBytes: number;
}

type Listing = Awaited<ReturnType<ServiceOf<typeof browser & typeof linkedFiles>["listHostFiles"]>>;

/** Manages FileMaker Server's folders on its host. The service decides what is allowed, and the agent does it. */
export function browserService({
  agentClient,
  links,
  clock,
  ids,
  keptMs,
  removed,
  uploadPartBytes,
}: BrowserDependencies): Omit<ServiceOf<typeof browser & typeof linkedFiles>, keyof BrowserDeliveries> {
  const stat = hostStat(agentClient);

  const roots = async (): Promise<Listing> => {
    const { folders } = await agentClient().request("host.report", {}, deadlines.short);
    const present = folders.filter(({ isThere }) => isThere).map(({ root }) => root);
    const files = await Promise.all(
      HostRoot.options.filter((root) => present.includes(root)).map(async (root) => shown({ root, path: "" })),
    );
    return { path: "", files, cursor: null, canFill: false, freeBytes: null, uploadPartBytes };
  };

  const shown = async (location: HostLocation): Promise<HostFile> => shownFile(location, await stat(location));

  return {
    async listHostFiles({ sort, descending = false, filter, cursor, limit, ...where }) {
      if (where.id === undefined && where.path === undefined) return roots();
      const folder = locationOf(where);
      const files: HostFile[] = [];
      let after = cursor === undefined ? null : cursorIn(cursor, sort, descending);
      for (;;) {
        const page = await agentClient().request(
          "browser.list",
          {
            ...folder,
            sort,
            isDescending: descending,
            limit: limit - files.length,
            ...(filter !== undefined && { filter }),
            ...(after !== null && { after }),
          },
          deadlines.long,
        );
        const below = (name: string) => (folder.path === "" ? name : `${folder.path}/${name}`);
        files.push(...page.entries.map((entry) => shownFile({ root: folder.root, path: below(entry.name) }, entry)));
        after = page.next;
        if (after !== null && files.length < limit) continue;
        return {
          path: pathOf(folder),
          files,
          cursor: after === null ? null : cursorAt(after, sort, descending),
          canFill: mayFill(folder),
          freeBytes: page.freeBytes,
          uploadPartBytes,
        };
      }
    },

    getHostFile: async (where) => ({ file: await shown(locationOf(where)) }),

    getHostFolderSize({ waitSeconds, ...where }) {
      const fields = { ...locationOf(where), waitMs: waitSeconds * 1_000 };
      return agentClient().request("browser.size", fields, deadlines.long);
    },

    stopHostFolderSize: (where) => agentClient().request("browser.stopSize", locationOf(where), deadlines.short),

    async makeHostFolder({ name, ...where }) {
      const folder = locationOf(where);
      refuseUnlessFillable(folder);
      const location = locationNamed(folder, name);
      const entry = await agentClient().request("browser.makeFolder", location, deadlines.short);
      return { path: pathOf(location), file: shownFile(location, entry) };
    },

    async moveHostFile({ to, toPath, name, replace, tag, ...where }) {
      const location = locationOf(where);
      refuseUnlessChangeable(location);
      const own = location.path.lastIndexOf("/");
      const ownFolder: HostLocation = { root: location.root, path: own < 0 ? "" : location.path.slice(0, own) };
      const folder = to === undefined && toPath === undefined ? ownFolder : locationOf({ id: to, path: toPath });
      refuseUnlessFillable(folder);
      const target = locationNamed(folder, name ?? location.path.slice(own + 1));
      const entry = await agentClient().request(
        "browser.move",
        {
          ...location,
          toRoot: target.root,
          toPath: target.path,
          isReplacing: replace,
          ...(tag !== undefined && { tag }),
        },
        deadlines.short,
      );
      await removed(location);
      return { path: pathOf(target), from: pathOf(location), file: shownFile(target, entry) };
    },

    async deleteHostFile({ recursive = false, forGood = false, tag, ...where }, call) {
      const location = locationOf(where);
      refuseUnlessChangeable(location);
      const id = ids.uuid();
      const trash = { id, keptUntil: clock.now() + keptMs, deletedBy: callerName(call.caller) };
      const { kind, isKept } = await agentClient().request(
        "browser.remove",
        { ...location, isRecursive: recursive, ...(tag !== undefined && { tag }), ...(!forGood && { trash }) },
        deadlines.long,
      );
      await removed(location);
      return { path: pathOf(location), type: kind === "folder" ? "dir" : "file", trashId: isKept ? id : null };
    },

    async getHostFileLink({ urlExpiry, ...where }, { prefix }) {
      const location = locationOf(where);
      const lifeMs = linkMs(urlExpiry);
      if (lifeMs === undefined)
        throw new ServiceError("input_invalid", {
          text: "`urlExpiry`: must be a duration such as `10m`, at most `7d`",
        });
      const { kind } = await stat(location);
      if (!maySend(location, kind)) throw new ServiceError("host_file_not_sent", { text: pathOf(location) });
      const expiresAt = clock.now() + lifeMs;
      return { downloadUrl: await links.make(location, expiresAt, prefix), expiresAt: timestamp(expiresAt) };
    },
  };
}

function locationNamed(folder: HostLocation, name: string): HostLocation {
  const location = newLocationIn(folder, name);
  if ("refusal" in location) throw new ServiceError("input_invalid", { text: `\`name\`: ${location.refusal}` });
  return location;
}
