import type { Database, DatabaseState } from "#shared/files/contract.ts";

/** What can be done to a file's state. */
export type FileAction = "open" | "close" | "pause" | "resume";

const allowed: Readonly<Record<FileAction, readonly DatabaseState[]>> = {
  open: ["closed"],
  close: ["normal", "paused"],
  pause: ["normal"],
  resume: ["paused"],
};

/** The call that does it. */
export function addressOf(action: FileAction) {
  return `POST /svc/api/fm-file/${action}` as const;
}

export const fileActions: readonly FileAction[] = ["open", "close", "pause", "resume"];

/** Which actions fit the state of every one of these files. */
export function actionsFor(files: readonly Pick<Database, "state">[]): readonly FileAction[] {
  if (files.length === 0) return [];
  return fileActions.filter((action) => files.every(({ state }) => allowed[action].includes(state)));
}

/** Whether the user has to enter more, or to confirm, before it is done. */
export function asksFirst(action: FileAction, files: readonly Database[]): boolean {
  if (action === "open") return files.some(needsPassword);
  return action === "close" || action === "pause";
}

export function needsPassword({ isEncrypted, hasSavedKey }: Database): boolean {
  return isEncrypted && !hasSavedKey;
}
