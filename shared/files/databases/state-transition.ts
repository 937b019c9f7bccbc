import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { CommandOutcome } from "#shared/filemaker/commands/command-outcome.ts";
import { type FileAction, readinessOf, sentenceOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { DatabaseRow } from "#shared/filemaker/commands/server-commands.ts";
import type { DatabaseState, StateChange } from "../contract.ts";

/** State change of a file, and its progress. */
export interface StateTransition {
  readonly action: FileAction;
  readonly normalizedName: string;
  row: DatabaseRow;
  /** Time at which FileMaker Server was asked, or may have been. */
  askedAt: number | undefined;
  /** True if the file was seen between the two states. */
  hasMoved: boolean;
  /** Reason why the last request to the server failed. */
  trouble: string | undefined;
  result: Result | undefined;
}

type Result = StateChange["files"][number];

/** Time in milliseconds in which a file can still show its old state after the server accepted the change. */
const startWindowMs = 2_000;

/** Returns the transition of a file whose state allows the action. */
export function stateTransition(row: DatabaseRow, action: FileAction): StateTransition {
  const normalized = normalizedDatabaseName(row.filename);
  const file: StateTransition = {
    action,
    normalizedName: normalized,
    row,
    askedAt: undefined,
    hasMoved: false,
    trouble: undefined,
    result: undefined,
  };
  const state = stateOf(row.status);
  if (readinessOf(action, state) === "there") file.result = resultOf(file, "unchanged", sentenceOf(state));
  return file;
}

/** Requests the change, unless it was already requested. */
export async function requestChange(
  file: StateTransition,
  now: number,
  ask: (id: string) => Promise<CommandOutcome | { readonly trouble: string }>,
): Promise<void> {
  const isReady = readinessOf(file.action, stateOf(file.row.status)) === "ready";
  if (file.result !== undefined || file.askedAt !== undefined || !isReady) return;
  const outcome = await ask(file.row.id);
  if (outcome === "missing") file.result = resultOf(file, "failed", unknownFile);
  // FileMaker Server refuses for some seconds after a file was replaced on disk, so the request is repeated.
  else if (outcome === "forbidden") file.trouble = "FileMaker Server doesn't allow this in the file's current state.";
  else {
    file.askedAt = now;
    file.trouble = outcome === "accepted" ? undefined : outcome.trouble;
  }
}

/** Updates the transition with the current state of the file. */
export function observe(file: StateTransition, row: DatabaseRow | undefined, now: number): void {
  if (file.result !== undefined) return;
  if (row === undefined) {
    file.result = resultOf(file, "failed", unknownFile);
    return;
  }
  file.row = row;
  const state = stateOf(row.status);
  const readiness = readinessOf(file.action, state);
  if (readiness === "there") file.result = resultOf(file, "done", sentenceOf(state));
  else if (readiness === "forbidden")
    file.result = resultOf(file, "failed", `${sentenceOf(state)} Another request changed it.`);
  else if (readiness === "onTheWay") file.hasMoved = true;
  else if (file.askedAt !== undefined && (file.hasMoved || now - file.askedAt >= startWindowMs))
    file.result = resultOf(file, "failed", `${sentenceOf(state)} ${whyNot(file)}`);
}

/** Returns the result for a file when the time is over. */
export function resultNow(file: StateTransition): Result {
  const { result, trouble, askedAt } = file;
  if (result !== undefined) return result;
  if (askedAt === undefined && !file.hasMoved)
    return resultOf(file, "failed", trouble ?? "The time limit was reached before the request could be sent.");
  if (trouble !== undefined) return resultOf(file, "unknown", trouble);
  return resultOf(file, "underWay", sentenceOf(stateOf(file.row.status)));
}

const unknownFile = "FileMaker Server no longer has this file.";

function whyNot({ action, row, trouble }: StateTransition): string {
  if (trouble !== undefined) return trouble;
  if (action !== "open") return "FileMaker Server didn't make the change.";
  const lock = row.isEncrypted ? "its encryption password is missing or wrong, " : "";
  return `FileMaker Server couldn't open it: ${lock}it is damaged, or the server's limit of open files is reached.`;
}

function resultOf(file: StateTransition, outcome: Result["outcome"], text: string): Result {
  const state: DatabaseState = stateOf(file.row.status);
  return { filename: file.row.filename, outcome, state, text };
}
