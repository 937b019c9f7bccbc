import { hash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { withFileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { takesEveryMoment } from "../support/crashes/every-moment.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { type ASet, aSet, aSource, snapshotOf } from "./support/a-set.ts";

const packBytes = 70_000;
const largeBytes = 2 * 1024 * 1024 + 5;
const { signal } = new AbortController();
/** True if a point is tested. All of them take a while, and the points in between are similar. */
const isTried = (moment: number, last: number) =>
  takesEveryMoment || moment < 2 || moment > last - 3 || moment % 11 === 0;

/** Restores a snapshot. Returns its files by path. */
async function restored(made: ASet, name: string): Promise<ReadonlyMap<string, string>> {
  const folder = scratchFolder();
  const { files } = await openSnapshot(made, name);
  const contents = new Map<string, string>();
  await withFileRestorer({ ...made, signal }, async (restore) => {
    for (const file of files) {
      const target = join(folder, file.path);
      await restore({ file, target, onProgress: () => undefined });
      contents.set(file.path, hash("sha256", readFileSync(target)));
    }
  });
  return contents;
}

const snapshotsOf = async ({ store }: ASet) => (await store.list("snapshot")).map(({ name }) => name).sort();

verifies("backups:blocks:killed", async () => {
  const source = aSource({ "unchanged.fmp12": Buffer.alloc(200_000, 7) });
  source.write("large.fmp12", source.random(largeBytes));
  let put = 0;
  let end: { readonly at: number; readonly when: "before" | "after" } | undefined;
  const made = aSet([], {
    async before() {
      if (end?.when === "before" && put >= end.at) throw new Error("The agent has ended");
    },
    async after(bytes) {
      sent += bytes;
      put += 1;
      if (end?.when === "after" && put > end.at) throw new Error("The agent has ended");
    },
  });
  let sent = 0;
  await snapshotOf(made, source, packBytes);
  const [first = ""] = await snapshotsOf(made);
  const older = new Map(source.paths().map((path) => [path, hash("sha256", source.read(path))]));
  source.write("large.fmp12", source.random(largeBytes));
  const newer = new Map(source.paths().map((path) => [path, hash("sha256", source.read(path))]));

  const before = { objects: new Map(made.objects), previous: made.previous, folder: made.memoryFolder };
  /** Returns the set and the agent's memory as they were after the first snapshot. */
  const again = (): ASet => {
    made.objects.clear();
    for (const [path, bytes] of before.objects) made.objects.set(path, bytes);
    const folder = scratchFolder();
    cpSync(before.folder, folder, { recursive: true });
    put = 0;
    sent = 0;
    return made.remembering(folder, before.previous);
  };
  await snapshotOf(again(), source, packBytes);
  const [puts, whole] = [put, sent];

  for (let at = 0; at < puts; at += 1)
    for (const when of ["before", "after"] as const) {
      if (!isTried(at, puts)) continue;
      end = { at, when };
      const run = again();
      await expect(snapshotOf(run, source, packBytes), `${when} put ${at}`).rejects.toThrow("The agent has ended");
      end = undefined;
      const names = await snapshotsOf(run);
      expect(names).toHaveLength(when === "after" && at === puts - 1 ? 2 : 1);
      expect(await restored(run, first)).toEqual(older);
      await snapshotOf(run, source, packBytes);
      expect(await restored(run, (await snapshotsOf(run)).at(-1) ?? "")).toEqual(newer);
      expect(sent, `${when} put ${at}`).toBeLessThanOrEqual(whole * 1.05 + 3 * packBytes);
    }
});
