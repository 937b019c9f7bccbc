import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { CommandOutcome } from "#shared/filemaker/commands/command-outcome.ts";
import { type FileAction, readinessOf, sentenceOf, stateOf } from "#shared/filemaker/commands/database-state.ts";
import type { DatabaseRow } from "#shared/filemaker/commands/server-commands.ts";
import type { DatabaseState, StateChange } from "../contract.ts";

/** A file that is to be brought into another state, and what is known of it. */
export interface StateTransition {
  readonly action: FileAction;
  readonly folded: string;
  row: DatabaseRow;
  /** When FileMaker Server was asked, or may have been. */
  askedAt: number | undefined;
  /** Whether it was seen between the two states. */
  hasMoved: boolean;
  /** Why the server could not be asked, or did not say, the last time. */
  trouble: string | undefined;
  result: Result | undefined;
}

type Result = StateChange["files"][number];

/** Between accepting and beginning, a file may still show its old state for so long. */
const startWindowMs = 2_000;

/** A file as it was found, in a state that allows the action. */
export function stateTransition(row: DatabaseRow, action: FileAction): StateTransition {
  const folded = foldedDatabaseName(row.filename);
  const file: StateTransition = {
    action,
    folded,
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

/** Asks for the change where that is still to be done. */
export async function requestChange(
  file: StateTransition,
  now: number,
  ask: (id: string) => Promise<CommandOutcome | { readonly trouble: string }>,
): Promise<void> {
  const isReady = readinessOf(file.action, stateOf(file.row.status)) === "ready";
  if (file.result !== undefined || file.askedAt !== undefined || !isReady) return;
  const outcome = await ask(file.row.id);
  if (outcome === "missing") file.result = resultOf(file, "failed", unknownFile);
  // Just after a file was replaced on disk the server says so for some seconds: it is asked again.
  else if (outcome === "forbidden") file.trouble = "FileMaker Server says that its state does not allow it.";
  else {
    file.askedAt = now;
    file.trouble = outcome === "accepted" ? undefined : outcome.trouble;
  }
}

/** Takes note of how a file is found now. */
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
    file.result = resultOf(file, "failed", `${sentenceOf(state)} Another caller did that.`);
  else if (readiness === "onTheWay") file.hasMoved = true;
  else if (file.askedAt !== undefined && (file.hasMoved || now - file.askedAt >= startWindowMs))
    file.result = resultOf(file, "failed", `${sentenceOf(state)} ${whyNot(file)}`);
}

/** The result that the caller gets for a file when the time is over. */
export function resultNow(file: StateTransition): Result {
  const { result, trouble, askedAt } = file;
  if (result !== undefined) return result;
  if (askedAt === undefined && !file.hasMoved)
    return resultOf(file, "failed", trouble ?? "There was no time left to ask for it.");
  if (trouble !== undefined) return resultOf(file, "unknown", trouble);
  return resultOf(file, "underWay", sentenceOf(stateOf(file.row.status)));
}

const unknownFile = "FileMaker Server does not know it any more.";

function whyNot({ action, row, trouble }: StateTransition): string {
  if (trouble !== undefined) return trouble;
  if (action !== "open") return "FileMaker Server did not do it.";
  const lock = row.isEncrypted ? "its encryption password is missing or wrong, " : "";
  return `FileMaker Server did not open it: ${lock}it is damaged, or the server's limit of open files is reached.`;
}

function resultOf(file: StateTransition, outcome: Result["outcome"], text: string): Result {
  const state: DatabaseState = stateOf(file.row.status);
  return { filename: file.row.filename, outcome, state, text };
}
