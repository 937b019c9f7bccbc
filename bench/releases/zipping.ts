import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeBuild } from "../../local-agent/builds/write-build.ts";
import type { Table } from "../finding.ts";
import { median } from "../statistics.ts";
import { ranSeconds } from "./ran.ts";
import type { ReleasePlan } from "./release-plan.ts";
import { fillFile, solutionBytes } from "./solution-files.ts";
import type { ReleaseValues } from "./targets.ts";

type BuildFile = Parameters<typeof writeBuild>[2][number];

/** Measures the packing of a build's copies, taking turns with Debian's zip on the same files, until the bytes are on disk. */
export async function zipping(plan: ReleasePlan, directory: string): Promise<{ values: ReleaseValues; table: Table }> {
  const folder = join(directory, "zipping");
  await mkdir(folder);
  const content = solutionBytes(contentBytes);
  const files: BuildFile[] = [];
  for (let index = 0; index < plan.files; index += 1) {
    const filename = `File ${index}.fmp12`;
    const path = join(folder, filename);
    await writeFile(path, "");
    await fillFile(path, plan.megabytesPerFile, { content, start: 0, index });
    files.push({ path, name: filename, filename, containers: undefined });
  }
  const rows: (readonly (string | number)[])[] = [];
  const ratioOf = async (level: number, count: number): Promise<number> => {
    const taken = files.slice(0, count);
    const ratios: number[] = [];
    const speeds: [number, number][] = [];
    for (let round = 0; round < plan.rounds; round += 1) {
      const ours = await ourSeconds(taken, level, folder);
      const theirs = await zipSeconds(taken, level, folder);
      const megabytes = count * plan.megabytesPerFile;
      ratios.push(theirs / ours);
      speeds.push([megabytes / ours, megabytes / theirs]);
    }
    const speed = (side: 0 | 1) => median(speeds.map((pair) => pair[side]));
    const title = level === 0 ? "stored" : `level ${level}, memory level ${memoryLevel}`;
    rows.push([`${count} files of ${plan.megabytesPerFile} MB, ${title}`, speed(0), speed(1), median(ratios)]);
    return median(ratios);
  };
  const values = { zipStored: await ratioOf(0, plan.files), zipPacked: await ratioOf(6, plan.packedFiles) };
  await rm(folder, { recursive: true });
  const columns = ["", "Latchkey MB/s", "zip MB/s", "ratio"];
  return { values, table: { title: "Zipping phase of a build", columns, rows } };
}

const contentBytes = 20_000_000;
const memoryLevel = 8;

async function ourSeconds(files: readonly BuildFile[], level: number, folder: string): Promise<number> {
  const target = join(folder, "build");
  await mkdir(target);
  const context = { progress: () => undefined, say: () => undefined, signal: new AbortController().signal };
  const fields = {
    ...{ build: "bench", files: [], server: { token: "" }, manifest: "{}", before: null },
    ...{ withContainers: false, isZipped: true, level, memoryLevel, force: false, floorBytes: 0 },
  };
  const startedAt = performance.now();
  await writeBuild(context, fields, files, target);
  const seconds = (performance.now() - startedAt) / 1_000;
  await rm(target, { recursive: true });
  return seconds;
}

async function zipSeconds(files: readonly BuildFile[], level: number, folder: string): Promise<number> {
  const target = join(folder, "peer.zip");
  const seconds =
    (await ranSeconds("zip", ["-q", "-j", `-${level}`, target, ...files.map(({ path }) => path)])) +
    (await ranSeconds("sync", [target]));
  if ((await stat(target)).size === 0) throw new Error("zip wrote nothing");
  await rm(target);
  return seconds;
}
