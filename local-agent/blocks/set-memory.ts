import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { idOf } from "#shared/blocks/block-list.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { type SentBefore, type SentBlock, sentBefore, sentBytes } from "./sent-blocks.ts";

const FileMark = z.object({ device: z.string(), inode: z.string(), sizeBytes: z.number(), modifiedNs: z.string() });
const Memory = z.object({ snapshot: z.string(), marks: z.record(z.string(), FileMark) });
export type Marks = z.infer<typeof Memory>["marks"];

/** Milliseconds for which blocks of an interrupted run are used. Unreferenced blocks are deleted after two days. */
const usedMs = 24 * 60 * 60_000;

/**
 * Data about a set that the agent keeps between runs. Everything in it is also at the store or can be found by reading. It contains block
 * IDs, so it is stored where no other account can read it.
 */
export type SetMemory = ReturnType<typeof setMemory>;

export function setMemory(agentFolder: string, set: string) {
  const folder = join(agentFolder, "blocks", set);
  const lists = join(folder, "lists");
  const notes = join(folder, "files.json");
  const sentPattern = /^sent-\d+$/;

  const write = async (path: string, bytes: Uint8Array | string): Promise<void> => {
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await rename(`${path}.new`, path);
  };

  const sentNames = async () => (await readdir(folder)).filter((name) => sentPattern.test(name)).sort();

  return {
    async prepare(): Promise<void> {
      await makeFolder(lists, 0o700);
    },

    /** Returns the file marks of this snapshot. None if another agent made it. */
    async marksOf(snapshot: string | undefined): Promise<Marks> {
      const text = await readFile(notes, "utf8").catch(absent);
      const known = text === undefined ? undefined : Memory.safeParse(jsonIn(text)).data;
      return known !== undefined && known.snapshot === snapshot ? known.marks : {};
    },

    /** Returns a block list by its ID, if it is stored and intact. */
    async list(id: string): Promise<Buffer | undefined> {
      const bytes = await readFile(join(lists, id)).catch(absent);
      return bytes !== undefined && idOf(bytes).toString("hex") === id ? bytes : undefined;
    },

    keepList: (id: string, bytes: Uint8Array): Promise<void> => write(join(lists, id), bytes),

    /** Returns the blocks sent by runs that made no snapshot. */
    async sentBefore(now: number): Promise<SentBefore> {
      const paths: string[] = [];
      for (const name of await sentNames()) {
        const path = join(folder, name);
        if (now - (await stat(path)).mtimeMs < usedMs) paths.push(path);
        else await rm(path, { force: true });
      }
      return sentBefore(paths);
    },

    /** Opens the file in which this run records sent blocks. */
    async openSent() {
      const last = (await sentNames()).at(-1) ?? "sent-0";
      const number = Number(last.slice("sent-".length)) + 1;
      const file = await open(join(folder, `sent-${String(number).padStart(9, "0")}`), "w", 0o600);
      return {
        note: async (blocks: readonly SentBlock[]): Promise<void> => {
          await file.appendFile(sentBytes(blocks));
        },
        close: () => file.close(),
      };
    },

    /** Keeps only what the next run needs of a stored snapshot. */
    async keep({ name, files }: Snapshot, marks: Marks): Promise<void> {
      await write(notes, JSON.stringify({ snapshot: name, marks }));
      for (const sent of await sentNames()) await rm(join(folder, sent), { force: true });
      const used = new Set(files.flatMap((file) => file.lists.map(([id]) => id)));
      for (const id of await readdir(lists)) if (!used.has(id)) await rm(join(lists, id), { force: true });
    },
  };
}

function absent(thrown: unknown): undefined {
  if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
  throw thrown;
}
