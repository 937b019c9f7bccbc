import type { DatabaseState } from "#shared/files/contract.ts";

/** Actions on files. */
export type FileAction = "open" | "close" | "pause" | "resume";

/** Readiness of a file for an action: already done, ready, in progress, or forbidden in its state. */
export type Readiness = "there" | "ready" | "onTheWay" | "forbidden";

const states: Readonly<Record<string, DatabaseState>> = {
  NORMAL: "normal",
  PAUSED: "paused",
  CLOSED: "closed",
  OPENING: "opening",
  CLOSING: "closing",
  VERIFYING: "verifying",
};

/** Converts a state of the Admin API to ours. */
export function stateOf(status: string): DatabaseState {
  return states[status] ?? "changing";
}

/** Returns each extended privilege once, in order: the server repeats those of several privilege sets. */
export function extendedPrivilegesOf({ extendedPrivileges }: { readonly extendedPrivileges: readonly string[] }) {
  return [...new Set(extendedPrivileges)].sort();
}

const readiness: Readonly<Record<FileAction, Partial<Record<DatabaseState, Readiness>>>> = {
  // A paused file is open; it must be resumed.
  open: { closed: "ready", opening: "onTheWay", normal: "there", paused: "there" },
  close: { normal: "ready", paused: "ready", closing: "onTheWay", closed: "there" },
  pause: { normal: "ready", paused: "there" },
  resume: { paused: "ready", normal: "there" },
};

export function readinessOf(action: FileAction, state: DatabaseState): Readiness {
  return readiness[action][state] ?? "forbidden";
}

/** Describes a state for people. */
export function sentenceOf(state: DatabaseState): string {
  const texts: Partial<Record<DatabaseState, string>> = { normal: "open", changing: "changing to another state" };
  return `It is ${texts[state] ?? state}.`;
}
