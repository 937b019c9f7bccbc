import { closeSync, mkdirSync, openSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { syncFolderSync } from "../disk/sync-folder.ts";
import { wholeLines } from "../disk/whole-lines.ts";

/** Step of a request that must not be repeated. */
const Step = z.discriminatedUnion("step", [
  z.object({ step: z.literal("begun"), request: z.string(), expiresAt: z.number() }),
  z.object({ step: z.literal("started"), request: z.string(), pid: z.number(), startMark: z.string() }),
  z.object({ step: z.literal("ended"), request: z.string() }),
]);
export type Step = z.infer<typeof Step>;

/** Request that the previous run of the agent left unfinished. */
export interface Unfinished {
  readonly request: string;
  readonly expiresAt: number;
  /** Program that was started for it. */
  readonly program: { readonly pid: number; readonly startMark: string } | undefined;
}

/** The agent's journal: one line per step, on disk before the step is taken. */
export interface Journal {
  readonly unfinished: readonly Unfinished[];
  note(step: Step): void;
  close(): void;
}

/** Opens the journal in a folder. Removes finished requests from it. */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "journal");
  const before = stepsIn(path);
  const unfinished = unfinishedOf(before);
  const kept = new Set(unfinished.map(({ request }) => request));
  const draft = `${path}.new`;
  const file = openSync(draft, "w", 0o600);
  const lines = wholeLines(file);
  const note = (step: Step): void => lines.append(`${JSON.stringify(step)}\n`, true);
  for (const step of before) if (kept.has(step.request)) note(step);
  renameSync(draft, path);
  syncFolderSync(folder);
  return { unfinished, note, close: () => closeSync(file) };
}

function stepsIn(path: string): readonly Step[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw thrown;
  }
  // A last line without a line break was cut off by a crash: its step was not taken.
  return text
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => Step.safeParse(jsonIn(line)).data ?? []);
}

function unfinishedOf(steps: readonly Step[]): readonly Unfinished[] {
  const open = new Map<string, Unfinished>();
  for (const step of steps) {
    const known = open.get(step.request);
    if (step.step === "begun") open.set(step.request, { ...step, program: undefined });
    else if (step.step === "ended") open.delete(step.request);
    else if (known !== undefined) open.set(step.request, { ...known, program: step });
  }
  return [...open.values()];
}
