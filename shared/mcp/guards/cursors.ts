import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { digestOf } from "./digest.ts";
import { signedNotes } from "./signed-notes.ts";

const keptMs = 60 * 60_000;

/** Signed cursors, each bound to one caller and one query. */
export interface Cursors {
  write(position: unknown, question: Question): Promise<string>;
  /** Returns the position, or undefined if the cursor doesn't belong to this query. */
  read(cursor: string, question: Question): Promise<unknown>;
}

export interface Question {
  readonly caller: string;
  readonly tool: string;
  /** Arguments of the call; `cursor` and `limit` are ignored. */
  readonly given: Readonly<Record<string, unknown>>;
}

export function cursors(dependencies: {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly clock: Pick<Clock, "now">;
}): Cursors {
  const notes = signedNotes<unknown>(dependencies, "mcp-cursor", keptMs);
  const boundTo = ({ caller, tool, given: { cursor: _, limit: __, ...question } }: Question) =>
    JSON.stringify([caller, tool, digestOf(question)]);
  return {
    write: (position, question) => notes.write(position, boundTo(question)),
    read: (cursor, question) => notes.read(cursor, boundTo(question)),
  };
}
