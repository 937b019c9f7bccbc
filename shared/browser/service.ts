import type { Hands } from "../agent/hands.ts";
import { HostRoot } from "../contract/agent/host-path.ts";
import { callerName } from "../contract/caller-name.ts";
import { ServiceError } from "../contract/errors.ts";
import type { ServiceOf } from "../contract/operation.ts";
import { timestamp } from "../contract/scalars.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { browser, HostFile } from "./contract.ts";
import { cursorAt, cursorIn } from "./cursor.ts";
import { deadlines } from "./deadlines.ts";
import type { BrowserDeliveries } from "./deliveries.ts";
import type { Links } from "./links.ts";
import { placeOf } from "./place-of.ts";
import { refuseUnlessChangeable, refuseUnlessFillable } from "./read-only.ts";
import { type HostPlace, linkMs, mayFill, maySend, newPlaceIn, pathOf } from "./rules.ts";
import { shownFile } from "./shown-file.ts";
import { statOn } from "./stat-on.ts";

interface BrowserDependencies {
  readonly hands: () => Hands;
  readonly links: Links;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  /** How long deleted files are kept. Milliseconds. */
  readonly keptMs: number;
  /** The most bytes that one PATCH of an upload carries. */
  readonly uploadPartBytes: number;
}

type Listing = Awaited<ReturnType<ServiceOf<typeof browser>["listHostFiles"]>>;

/** The folders of FileMaker Server on its host. What the host does is asked of the agent; what may be asked is decided here. */
export function browserService({
  hands,
  links,
  clock,
  ids,
  keptMs,
  uploadPartBytes,
}: BrowserDependencies): Omit<ServiceOf<typeof browser>, keyof BrowserDeliveries> {
  const stat = statOn(hands);

  const roots = async (): Promise<Listing> => {
    const { folders } = await hands().request("host.report", {}, deadlines.short);
    const there = folders.filter(({ isThere }) => isThere).map(({ root }) => root);
    const files = await Promise.all(
      HostRoot.options.filter((root) => there.includes(root)).map(async (root) => shown({ root, path: "" })),
    );
    return { path: "", files, cursor: null, canFill: false, freeBytes: null, uploadPartBytes };
  };

  const shown = async (place: HostPlace): Promise<HostFile> => shownFile(place, await stat(place));

  return {
    async listHostFiles({ sort, descending = false, filter, cursor, limit, ...where }) {
      if (where.id === undefined && where.path === undefined) return roots();
      const folder = placeOf(where);
      const files: HostFile[] = [];
      let after = cursor === undefined ? null : cursorIn(cursor, sort, descending);
      for (;;) {
        const page = await hands().request(
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

    getHostFile: async (where) => ({ file: await shown(placeOf(where)) }),

    getHostFolderSize({ waitSeconds, ...where }) {
      const fields = { ...placeOf(where), waitMs: waitSeconds * 1_000 };
      return hands().request("browser.size", fields, deadlines.long);
    },

    stopHostFolderSize: (where) => hands().request("browser.stopSize", placeOf(where), deadlines.short),

    async makeHostFolder({ name, ...where }) {
      const folder = placeOf(where);
      refuseUnlessFillable(folder);
      const place = named(folder, name);
      const entry = await hands().request("browser.makeFolder", place, deadlines.short);
      return { path: pathOf(place), file: shownFile(place, entry) };
    },

    async moveHostFile({ to, toPath, name, replace, tag, ...where }) {
      const place = placeOf(where);
      refuseUnlessChangeable(place);
      const own = place.path.lastIndexOf("/");
      const stays: HostPlace = { root: place.root, path: own < 0 ? "" : place.path.slice(0, own) };
      const folder = to === undefined && toPath === undefined ? stays : placeOf({ id: to, path: toPath });
      refuseUnlessFillable(folder);
      const target = named(folder, name ?? place.path.slice(own + 1));
      const entry = await hands().request(
        "browser.move",
        {
          ...place,
          toRoot: target.root,
          toPath: target.path,
          isReplacing: replace,
          ...(tag !== undefined && { tag }),
        },
        deadlines.short,
      );
      return { path: pathOf(target), from: pathOf(place), file: shownFile(target, entry) };
    },

    async deleteHostFile({ recursive = false, forGood = false, tag, ...where }, call) {
      const place = placeOf(where);
      refuseUnlessChangeable(place);
      const id = ids.uuid();
      const trash = { id, keptUntil: clock.now() + keptMs, deletedBy: callerName(call.caller) };
      const { kind, isKept } = await hands().request(
        "browser.remove",
        { ...place, isRecursive: recursive, ...(tag !== undefined && { tag }), ...(!forGood && { trash }) },
        deadlines.long,
      );
      return { path: pathOf(place), type: kind === "folder" ? "dir" : "file", trashId: isKept ? id : null };
    },

    async getHostFileLink({ urlExpiry, ...where }) {
      const place = placeOf(where);
      const lifeMs = linkMs(urlExpiry);
      if (lifeMs === undefined)
        throw new ServiceError("input_invalid", { text: "`urlExpiry`: must be a time such as `10m`, at most `7d`" });
      const { kind } = await stat(place);
      if (!maySend(place, kind)) throw new ServiceError("host_file_not_sent", { text: pathOf(place) });
      const expiresAt = clock.now() + lifeMs;
      return { downloadUrl: await links.make(place, expiresAt), expiresAt: timestamp(expiresAt) };
    },
  };
}

function named(folder: HostPlace, name: string): HostPlace {
  const place = newPlaceIn(folder, name);
  if ("refusal" in place) throw new ServiceError("input_invalid", { text: `\`name\`: ${place.refusal}` });
  return place;
}
