import { hash, randomFillSync } from "node:crypto";
import { mkdir, open, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Table } from "../finding.ts";
import { median } from "../statistics.ts";
import type { BackupPlan } from "./plan.ts";
import type { BackupValues } from "./targets.ts";
import { agentTurn, packaged, programNamed, turnOf } from "./turns.ts";

const pageBytes = 4_096;
const blockBytes = 65_536;
const megabyte = 1_000_000;

interface Comparing {
  readonly plan: BackupPlan;
  readonly directory: string;
  /** Origin of the bare store. */
  readonly origin: string;
}

interface Row {
  readonly who: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Backs up files, changes them, backs them up again, and restores them, taking turns with the peers. */
export async function comparing({ plan, directory, origin }: Comparing) {
  const source = join(directory, "source");
  await mkdir(source);
  const program = await packaged(new URL("./agent-work.ts", import.meta.url), directory);
  const names = Array.from({ length: plan.files }, (_, index) => `File ${index}.fmp12`);
  // FileMaker's files consist of whole pages.
  const fileBytes = Math.floor((plan.megabytesPerFile * megabyte) / blockBytes) * blockBytes;
  for (const name of names) await written(join(source, name), fileBytes);
  const totalBytes = fileBytes * names.length;
  const gigabytes = totalBytes / 1e9;
  const peers = peersAt(origin, source);
  const memoryOf = (round: number) => join(directory, `memory-${round}`);
  const peaks: number[] = [];
  const first: Row[] = [];
  const restores: Row[] = [];
  const ratios = { files: [] as number[], blocks: [] as number[], restore: [] as number[], unchanged: [] as number[] };
  const again: (readonly (string | number)[])[] = [];
  let changedShare = Number.NaN;
  let unchangedCalls = Number.NaN;

  for (let round = 0; round < plan.rounds; round += 1) {
    const ours = async (work: "files" | "blocks" | "restore", folder: string) => {
      const turn = await agentTurn({ program, work, origin, folder, memory: memoryOf(round) });
      peaks.push(turn.peakMegabytes);
      return turn;
    };
    await cleared(origin, "latchkey/");
    const files = await ours("files", source);
    const blocks = await ours("blocks", source);
    first.push({ who: "Latchkey, `files`", ...files }, { who: "Latchkey, `blocks`", ...blocks });
    for (const { name, backUp } of peers) first.push({ who: name, ...(await backUp()) });
    const aws = secondsOf(first, "aws s3 cp").at(-1) ?? Number.NaN;
    ratios.files.push(aws / files.seconds);
    ratios.blocks.push(aws / blocks.seconds);

    // Unchanged files with new modification times, so that everything has to be read.
    const now = new Date();
    for (const name of names) await utimes(join(source, name), now, now);
    const hashing = await hashedSeconds(names.map((name) => join(source, name)));
    const unchanged = await ours("blocks", source);
    ratios.unchanged.push(unchanged.seconds / hashing);
    unchangedCalls = unchanged.calls;
    again.push(["nothing changed, Latchkey", unchanged.seconds, unchanged.sentBytes / megabyte, unchanged.calls]);

    const target = join(directory, `restored-${round}`);
    await mkdir(target);
    const restored = await ours("restore", target);
    await rm(target, { recursive: true });
    restores.push({ who: "Latchkey, `blocks`", ...restored });
    for (const { name, restore } of peers) {
      if (restore === undefined) continue;
      const turn = await restore(target);
      await rm(target, { recursive: true });
      restores.push({ who: name, ...turn });
    }
    ratios.restore.push((secondsOf(restores, "aws s3 cp").at(-1) ?? Number.NaN) / restored.seconds);

    for (const name of names) await changedPages(join(source, name), fileBytes);
    const changed = await ours("blocks", source);
    changedShare = (changed.sentBytes / totalBytes) * 100;
    again.push(["1 % of pages changed, Latchkey", changed.seconds, changed.sentBytes / megabyte, changed.calls]);
    for (const { name, backUpAgain } of peers) {
      if (backUpAgain === undefined) continue;
      const { seconds, sentBytes } = await backUpAgain();
      again.push([`1 % of pages changed, ${name}`, seconds, sentBytes / megabyte, "-"]);
    }
    for (const prefix of ["latchkey/", "aws/", "rclone/", "restic/"]) await cleared(origin, prefix);
  }

  const perGigabyte = (who: string) =>
    median(first.flatMap((row) => (row.who === who ? [row.cpuSeconds / gigabytes] : [])));
  const hasAws = first.some(({ who }) => who === "aws s3 cp");
  const values: BackupValues = {
    ...(hasAws && {
      filesSpeed: median(ratios.files),
      blocksSpeed: median(ratios.blocks),
      restoreSpeed: median(ratios.restore),
    }),
    filesCpu: perGigabyte("Latchkey, `files`"),
    blocksCpu: perGigabyte("Latchkey, `blocks`"),
    ...{ changedShare, unchangedTime: median(ratios.unchanged), unchangedCalls },
    agentMemory: Math.max(...peaks),
  };
  const tables: Table[] = [
    { title: "First backup", columns: ["", "MB/s", "CPU s/GB"], rows: rowsOf(first, gigabytes) },
    { title: "Backup again", columns: ["", "s", "MB sent", "calls"], rows: again },
    { title: "Restore", columns: ["", "MB/s", "CPU s/GB"], rows: rowsOf(restores, gigabytes) },
  ];
  const absent = ["aws", "restic", "rclone"].filter((name) => programNamed(name) === undefined);
  return { values, tables, absent };
}

function rowsOf(rows: readonly Row[], gigabytes: number): Table["rows"] {
  return [...new Set(rows.map(({ who }) => who))].map((who) => {
    const own = rows.filter((row) => row.who === who);
    const speed = median(own.map(({ seconds }) => (gigabytes * 1_000) / seconds));
    return [who, speed, median(own.map(({ cpuSeconds }) => cpuSeconds / gigabytes))];
  });
}

function secondsOf(rows: readonly Row[], wanted: string): readonly number[] {
  return rows.flatMap(({ who, seconds }) => (who === wanted ? [seconds] : []));
}

interface Peer {
  readonly name: string;
  readonly backUp: () => Promise<Omit<Row, "who">>;
  readonly restore?: (target: string) => Promise<Omit<Row, "who">>;
  readonly backUpAgain?: () => Promise<{ readonly seconds: number; readonly sentBytes: number }>;
}

/** Returns the installed peers. */
function peersAt(origin: string, source: string): readonly Peer[] {
  const [aws, rclone, restic] = ["aws", "rclone", "restic"].map(programNamed);
  const store = ["--s3-provider", "Other", "--s3-endpoint", origin, "--s3-env-auth", "--s3-no-check-bucket", "-q"];
  const repository = ["-r", `s3:${origin}/bench/restic`, "--no-cache", "--json"];
  const key = { RESTIC_PASSWORD: "bench" };
  return [
    ...(aws === undefined
      ? []
      : [
          {
            name: "aws s3 cp",
            backUp: () => turnOf(aws, [...awsCopy(origin), source, "s3://bench/aws/"]),
            restore: (target: string) => turnOf(aws, [...awsCopy(origin), "s3://bench/aws/", target]),
          },
        ]),
    ...(rclone === undefined
      ? []
      : [
          {
            name: "rclone copy",
            backUp: () => turnOf(rclone, ["copy", ...store, source, ":s3:bench/rclone"]),
            restore: (target: string) => turnOf(rclone, ["copy", ...store, ":s3:bench/rclone", target]),
          },
        ]),
    ...(restic === undefined
      ? []
      : [
          {
            name: "restic backup",
            async backUp() {
              await turnOf(restic, [...repository, "init"], key);
              return turnOf(restic, [...repository, "backup", source], key);
            },
            restore: (target: string) =>
              turnOf(restic, [...repository.slice(0, -1), "restore", "latest", "--target", target], key),
            async backUpAgain() {
              const { seconds, output } = await turnOf(restic, [...repository, "backup", source], key);
              return { seconds, sentBytes: addedBytes(output) };
            },
          },
        ]),
  ];
}

function awsCopy(origin: string): readonly string[] {
  return ["--endpoint-url", origin, "s3", "cp", "--only-show-errors", "--recursive"];
}

/** Returns the number of added bytes in restic's output. @throws if it is missing */
function addedBytes(output: string): number {
  const added = /"data_added":(\d+)/.exec(output.trim().split("\n").at(-1) ?? "")?.[1];
  if (added === undefined) throw new Error("restic does not say what it has added");
  return Number(added);
}

async function cleared(origin: string, prefix: string): Promise<void> {
  await fetch(`${origin}/bench/${prefix}`, { method: "DELETE" });
}

/** Writes incompressible, unique pages. */
async function written(path: string, bytes: number): Promise<void> {
  const file = await open(path, "w");
  const piece = Buffer.alloc(16 * blockBytes);
  for (let at = 0; at < bytes; at += piece.length) {
    randomFillSync(piece);
    await file.write(piece, 0, Math.min(piece.length, bytes - at));
  }
  await file.close();
}

/** Changes about one page in a hundred, anywhere in the file. */
async function changedPages(path: string, bytes: number): Promise<void> {
  const file = await open(path, "r+");
  const page = Buffer.alloc(pageBytes);
  const pages = Math.floor(bytes / pageBytes);
  const chosen = new Set<number>();
  while (chosen.size < pages / 100) chosen.add(Math.floor(Math.random() * pages));
  for (const at of chosen) await file.write(randomFillSync(page), 0, page.length, at * pageBytes);
  await file.close();
}

/** Reads and hashes files block by block: the minimum work to detect that nothing has changed. */
async function hashedSeconds(paths: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const buffer = Buffer.alloc(16 * blockBytes);
  for (const path of paths) {
    const file = await open(path);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      for (let at = 0; at < bytesRead; at += blockBytes)
        hash("sha256", buffer.subarray(at, Math.min(bytesRead, at + blockBytes)), "buffer");
    }
    await file.close();
  }
  return (performance.now() - startedAt) / 1_000;
}
