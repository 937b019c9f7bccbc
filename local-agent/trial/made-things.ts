import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../disk/private-file.ts";

/** Beginning of every name that a trial gives, so that nothing else is ever removed. */
export const trialPrefix = "Latchkey trial ";

const Name = z.string().startsWith(trialPrefix);

/** Thing that a trial makes on the host or at FileMaker Server. It is written down before it is made. */
const MadeThing = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("schedule"), name: Name }),
  z.object({ kind: z.literal("key"), name: Name }),
  /** Hosted file. `path` is where it is, in a folder of hosted files. */
  z.object({ kind: z.literal("file"), name: Name, path: z.string() }),
  /** Folder of copies, whose last part begins like the names. */
  z.object({ kind: z.literal("folder"), path: z.string() }),
]);
export type MadeThing = z.infer<typeof MadeThing>;

const Journal = z.array(MadeThing);
const fileIn = (folder: string) => join(folder, "trial.json");
const remedy =
  "Look for files, schedules and keys whose names begin with Latchkey trial, remove them, and delete this file.";

/** Returns what trials have made and not removed. @throws Refused if the journal is damaged */
export function madeThings(folder: string): readonly MadeThing[] {
  return readPrivately(fileIn(folder), Journal, remedy) ?? [];
}

/** Writes down what will be made next. Durable when it returns. */
export function noteMade(folder: string, things: readonly MadeThing[]): void {
  keepPrivately(fileIn(folder), [...madeThings(folder), ...things]);
}

/** Ends the journal: everything was removed. */
export function forgetMade(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}
