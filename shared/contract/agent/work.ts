import * as z from "zod";
import { Id } from "../scalars.ts";
import { downloadWorks } from "./download-works.ts";
import { fileWorks } from "./file-works.ts";
import { patchWorks } from "./patch-works.ts";
import { madeWhenUsed } from "./when-used.ts";

/** Something that takes long, done by the agent step by step. */
export interface WorkForm {
  /** What it is asked with. A secret has one of the names in `secretNames`, at any depth. */
  readonly request: z.ZodObject;
  /** Its parts in order, as the process shows them. */
  readonly phases: readonly string[];
  /** As of a command: fields that an agent of an older version may do without. */
  readonly spare?: readonly string[];
}

/** Every kind of long work that an agent does; it refuses what is not named here (R7.3). A room adds its works to this list. */
export const works = { ...fileWorks, ...downloadWorks, ...patchWorks } as const satisfies Readonly<
  Record<string, WorkForm>
>;

export type WorkName = keyof typeof works;

export function isWork(name: string): name is WorkName {
  return Object.hasOwn(works, name);
}

/** What a work is asked with. */
export type WorkFields<Name extends WorkName> = z.output<(typeof works)[Name]["request"]>;
/** What a work may be given, before defaults. */
export type WorkFieldsFor<Name extends WorkName> = z.input<(typeof works)[Name]["request"]>;

/** Names of fields that hold a secret. The agent writes none of them down, and takes their values out of all that it tells. */
export const secretNames = ["password", "pass", "token", "encryptionKey", "currentEncryptionKey"] as const;

/** Names one owner of a process: whoever has lost it has another fence. */
const owner = { process: Id, fence: z.int().min(1) };

/** The most bytes of a program's output that one event carries. */
export const outputBytes = 49_152;

/** The most lines that one event carries: with the longest ones it still fits a frame. */
export const reportLines = 40;
/** The longest line, in characters. */
export const lineCharacters = 1_000;

/** How a work has come to its end. */
export const WorkEnd = z.object({
  state: z.enum(["done", "doneWithErrors", "failed", "aborted", "crashed"]),
  reason: z.string().max(lineCharacters).nullable(),
});
export type WorkEnd = z.infer<typeof WorkEnd>;

/** What an agent says of its work. */
export const WorkReport = z.object({
  progress: z
    .strictObject({
      phase: z.string().max(200),
      done: z.int().min(0),
      total: z.int().min(0).nullable(),
      unit: z.string().max(50).nullable(),
    })
    .partial()
    .optional(),
  lines: z
    .array(z.strictObject({ level: z.enum(["info", "success", "error"]), text: z.string().max(lineCharacters) }))
    .max(reportLines)
    .optional(),
  /** How many lines of the work stand before these. What was told under an earlier fence is not told twice. */
  linesBefore: z.int().min(0).optional(),
  end: WorkEnd.optional(),
});
export type WorkReport = z.infer<typeof WorkReport>;

/** One event of a work. Its owner numbers them from 1, and says each until it is taken (A1). */
export const WorkEvent = z.object({
  ...owner,
  number: z.int().min(1),
  report: WorkReport,
  /** A piece of what its programs have put out, and where it stands in the whole. */
  output: z.strictObject({ offset: z.int().min(0), bytes: z.base64().max(Math.ceil(outputBytes / 3) * 4) }).optional(),
});
export type WorkEvent = z.infer<typeof WorkEvent>;

/** A work that an agent has. `isWaiting`: it knows only from its journal, and goes on when it is offered again. */
export const WorkAtHand = z.object({ ...owner, isWaiting: z.boolean() });
export type WorkAtHand = z.infer<typeof WorkAtHand>;

/** What the service says to the owner of a process. `lost`: it has another owner by now, or is at its end. */
export const WorkStanding = z.object({ ...owner, standing: z.enum(["go-on", "abort", "lost"]) });
export type WorkStanding = z.infer<typeof WorkStanding>;

/** Handing work over. */
export const workCommands = madeWhenUsed({
  "work.start": {
    request: () =>
      z.strictObject({
        ...owner,
        work: z.string().max(100),
        fields: z.record(z.string(), z.unknown()),
        /** An agent has taken it before: one that knows nothing of it has lost it. */
        isAgain: z.boolean(),
        isAbortRequested: z.boolean(),
      }),
    /** `taken`: it is in the journal. `busy`: other work has the same files, or there is too much of it. `unknown`: it was lost. */
    reply: () => z.strictObject({ state: z.enum(["taken", "busy", "unknown"]) }),
  },
  /** The process was asked to abort. What comes of it is told by an event. */
  "work.abort": { request: () => z.strictObject(owner), reply: () => z.strictObject({}) },
});
