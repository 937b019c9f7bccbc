import type { Database, DatabaseState } from "#shared/files/contract.ts";

/** Action that changes a file's state. */
export type FileAction = "open" | "close" | "pause" | "resume";

const allowed: Readonly<Record<FileAction, readonly DatabaseState[]>> = {
  open: ["closed"],
  close: ["normal", "paused"],
  pause: ["normal"],
  resume: ["paused"],
};

/** Returns the operation of an action. */
export function addressOf(action: FileAction) {
  return `POST /svc/api/fm-file/${action}` as const;
}

export const fileActions: readonly FileAction[] = ["open", "close", "pause", "resume"];

/** Returns the actions that are possible for all of these files. */
export function actionsFor(files: readonly Pick<Database, "state">[]): readonly FileAction[] {
  if (files.length === 0) return [];
  return fileActions.filter((action) => files.every(({ state }) => allowed[action].includes(state)));
}

/** Returns true if the action needs more input or a confirmation. */
export function asksFirst(action: FileAction, files: readonly Database[]): boolean {
  if (action === "open") return files.some(needsPassword);
  return action === "close" || action === "pause";
}

export function needsPassword({ isEncrypted, hasSavedKey }: Database): boolean {
  return isEncrypted && !hasSavedKey;
}
