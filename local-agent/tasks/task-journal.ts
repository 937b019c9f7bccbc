import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { TaskEnd, TaskReport } from "#shared/agent/protocol/tasks/task.ts";
import { syncFolderSync } from "../disk/sync-folder.ts";
import { wholeLines } from "../disk/whole-lines.ts";
import { Stopping } from "./stopping.ts";

/** Fact about a task that survives the agent. Contains none of its fields: passwords stay in memory. */
const Note = z.discriminatedUnion("note", [
  z.object({ note: z.literal("begun"), work: z.string(), files: z.array(z.string()) }),
  z.object({ note: z.literal("owned"), fence: z.number() }),
  z.object({
    note: z.literal("step"),
    name: z.string(),
    state: z.enum(["begun", "done", "undone"]),
    data: z.unknown(),
  }),
  /** From here on, nothing can be undone. */
  z.object({ note: z.literal("committed") }),
  /** From here on, the task is undone. */
  z.object({ note: z.literal("turned"), end: TaskEnd }),
  z.object({ note: z.literal("program"), pid: z.number(), startMark: z.string() }),
  z.object({ note: z.literal("said"), lines: TaskReport.shape.lines.unwrap() }),
  z.object({ note: z.literal("output"), text: z.string() }),
  /** Number of events with lines and output that the service has accepted. */
  z.object({ note: z.literal("told"), count: z.number() }),
  z.object({ note: z.literal("ended"), end: TaskEnd }),
]);
export type Note = z.infer<typeof Note>;

/** Journal of one task: one line per note, on disk before the step that it describes is done. */
export interface TaskJournal {
  readonly process: number;
  readonly notes: readonly Note[];
  /** Writes a note to disk before it returns. @throws Stopping once the journal is closed */
  note(note: Note): void;
  /** Like `note`, for notes of steps, which tests can intercept. */
  write(note: Note): Promise<void>;
  close(): void;
  /** Deletes the journal. */
  forget(): void;
}

/** Called before and after each of those notes. */
export type NoteWatch = (when: "before" | "after", note: Note) => Promise<void>;

const folderIn = (folder: string) => join(folder, "work");

/** Opens the journals of unfinished tasks from an earlier run. */
export function openTaskJournals(folder: string, watch?: NoteWatch): readonly TaskJournal[] {
  mkdirSync(folderIn(folder), { recursive: true, mode: 0o700 });
  return readdirSync(folderIn(folder)).flatMap((name) => {
    const [, process] = /^(\d+)\.journal$/.exec(name) ?? [];
    return process === undefined ? [] : [openTaskJournal(folder, Number(process), watch)];
  });
}

/** Opens the journal of one task with its existing notes. */
export function openTaskJournal(folder: string, process: number, watch?: NoteWatch): TaskJournal {
  const path = join(folderIn(folder), `${process}.journal`);
  const notes = notesIn(path);
  // Drops a last line that was cut off by a crash, so that the next one starts on its own line.
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
    // If this note is lost, accepted reports are sent again.
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
