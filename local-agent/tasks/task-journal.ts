import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { TaskEnd, TaskReport } from "#shared/agent/protocol/tasks/task.ts";
import { syncFolderSync } from "../disk/sync-folder.ts";
import { wholeLines } from "../disk/whole-lines.ts";
import { Stopping } from "./stopping.ts";

/** One thing that is known of a work, whatever becomes of the agent. None of its fields is in it: passwords stay in memory. */
const Note = z.discriminatedUnion("note", [
  z.object({ note: z.literal("begun"), work: z.string(), files: z.array(z.string()) }),
  z.object({ note: z.literal("owned"), fence: z.number() }),
  z.object({
    note: z.literal("step"),
    name: z.string(),
    state: z.enum(["begun", "done", "undone"]),
    data: z.unknown(),
  }),
  /** Nothing is undone from here on. */
  z.object({ note: z.literal("committed") }),
  /** What was done is undone from here on. */
  z.object({ note: z.literal("turned"), end: TaskEnd }),
  z.object({ note: z.literal("program"), pid: z.number(), startMark: z.string() }),
  z.object({ note: z.literal("said"), lines: TaskReport.shape.lines.unwrap() }),
  z.object({ note: z.literal("output"), text: z.string() }),
  /** So many events of lines and output have been taken by the service. */
  z.object({ note: z.literal("told"), count: z.number() }),
  z.object({ note: z.literal("ended"), end: TaskEnd }),
]);
export type Note = z.infer<typeof Note>;

/** What is known of one work: a line per note, on the disk before what it tells of is done (R7.5). */
export interface TaskJournal {
  readonly process: number;
  readonly notes: readonly Note[];
  /** On the disk when it returns. @throws Stopping once the journal is closed */
  note(note: Note): void;
  /** The same for notes of steps, which tests stand in the way of. */
  write(note: Note): Promise<void>;
  close(): void;
  /** Nobody has to know of it any more. */
  forget(): void;
}

/** Called before and after each of those notes. */
export type NoteWatch = (when: "before" | "after", note: Note) => Promise<void>;

const folderIn = (folder: string) => join(folder, "work");

/** The journals of works that are not over, as an earlier life has left them. */
export function openTaskJournals(folder: string, watch?: NoteWatch): readonly TaskJournal[] {
  mkdirSync(folderIn(folder), { recursive: true, mode: 0o700 });
  return readdirSync(folderIn(folder)).flatMap((name) => {
    const [, process] = /^(\d+)\.journal$/.exec(name) ?? [];
    return process === undefined ? [] : [openTaskJournal(folder, Number(process), watch)];
  });
}

/** The journal of one work, with what it has already. */
export function openTaskJournal(folder: string, process: number, watch?: NoteWatch): TaskJournal {
  const path = join(folderIn(folder), `${process}.journal`);
  const notes = notesIn(path);
  // A last line that was cut by a crash is left out, so that the next one stands alone.
  const draft = `${path}.new`;
  const file = openSync(draft, "w", 0o600);
  const lines = wholeLines(file);
  lines.append(notes.map((note) => `${JSON.stringify(note)}\n`).join(""), true);
  renameSync(draft, path);
  syncFolderSync(folderIn(folder));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };

  const write = (note: Note): void => {
    if (!isOpen) throw new Stopping();
    // What was told is told again where this is lost.
    lines.append(`${JSON.stringify(note)}\n`, note.note !== "told");
    notes.push(note);
  };

  return {
    process,
    notes,
    note: write,
    async write(note) {
      await watch?.("before", note);
      write(note);
      await watch?.("after", note);
    },
    close,
    forget() {
      close();
      rmSync(path, { force: true });
    },
  };
}

function notesIn(path: string): Note[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
  return text
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => Note.safeParse(jsonIn(line)).data ?? []);
}
