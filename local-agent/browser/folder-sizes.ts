import { lstat } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { Clock } from "../clock.ts";
import type { HostLocation } from "../disk/host-location.ts";
import { entriesIn } from "../disk/undecoded-names.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { isDraft, withFolder } from "./folder.ts";

/** Milliseconds without a request after which a count is canceled. */
const forgottenMs = 60_000;
const maxCounts = 4;
const atOnce = 64;

interface Count {
  sizeBytes: number;
  files: number;
  folders: number;
  isComplete: boolean;
  askedAt: number;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** Running counts of folder sizes. Concurrent requests for a folder share one count. */
export interface FolderSizes {
  ask(fields: FieldsOf<"browser.size">): Promise<ReplyOf<"browser.size">>;
  stop(location: FieldsOf<"browser.stopSize">): ReplyOf<"browser.stopSize">;
}

export function folderSizes(host: Host, clock: Clock): FolderSizes {
  const counts = new Map<string, Count>();

  const begin = (location: HostLocation): Count => {
    for (const [name, { askedAt }] of counts) if (clock.now() - askedAt > forgottenMs) stop(name);
    if (counts.size >= maxCounts) throw new Refused("in-use", "other folders are being counted");
    const { promise: done, resolve, reject } = Promise.withResolvers<void>();
    const stopping = new AbortController();
    const count: Count = {
      sizeBytes: 0,
      files: 0,
      folders: 0,
      isComplete: false,
      askedAt: clock.now(),
      stopping,
      done,
    };
    counts.set(keyOf(location), count);
    void counted(host, location, count, clock).then(resolve, reject);
    return count;
  };

  const stop = (name: string): boolean => {
    counts.get(name)?.stopping.abort();
    return counts.delete(name);
  };

  return {
    async ask({ waitMs, ...location }) {
      const name = keyOf(location);
      const count = counts.get(name) ?? begin(location);
      count.askedAt = clock.now();
      const late = new AbortController();
      const wait = clock.sleep(waitMs, late.signal).catch(() => undefined); // The count finished first.
      try {
        await Promise.race([count.done, wait]);
      } catch (thrown) {
        counts.delete(name);
        throw thrown;
      } finally {
        late.abort();
      }
      if (count.isComplete) counts.delete(name);
      const { sizeBytes, files, folders, isComplete } = count;
      return { sizeBytes, files, folders, isComplete };
    },

    stop: (location) => ({ wasCounting: stop(keyOf(location)) }),
  };
}

/** Counts folder by folder, without keeping any open longer than needed, and follows no links. */
async function counted(host: Host, location: HostLocation, count: Count, clock: Clock): Promise<void> {
  const waiting: string[] = [location.path];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    try {
      await withFolder(host, { root: location.root, path }, async (folder) => {
        let batch: Promise<number>[] = [];
        for await (const entry of entriesIn(folder.here)) {
          if (count.stopping.signal.aborted || clock.now() - count.askedAt > forgottenMs) return;
          if (isDraft(entry.name)) continue;
          if (entry.isDirectory()) {
            count.folders += 1;
            waiting.push(path === "" ? entry.name : `${path}/${entry.name}`);
          } else if (entry.isFile()) {
            batch.push(sizeOf(folder.at(entry.name)));
            if (batch.length === atOnce) {
              await add(count, batch);
              batch = [];
            }
          }
        }
        await add(count, batch);
      });
    } catch (thrown) {
      // Contents may be deleted or inaccessible while they are counted, but the folder itself must exist.
      if (path === location.path) throw thrown;
    }
    if (count.stopping.signal.aborted || clock.now() - count.askedAt > forgottenMs) return;
  }
  count.isComplete = true;
}

async function add(count: Count, batch: readonly Promise<number>[]): Promise<void> {
  for (const size of await Promise.all(batch)) {
    count.sizeBytes += size;
    count.files += 1;
  }
}

async function sizeOf(path: string | Buffer): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw thrown;
  }
}

function keyOf({ root, path }: HostLocation): string {
  return `${root}/${path}`;
}
