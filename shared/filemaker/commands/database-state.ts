import type { DatabaseState } from "#shared/files/contract.ts";

/** What can be done to files. */
export type FileAction = "open" | "close" | "pause" | "resume";

/** What a file in some state is, to an action: there already, able to begin, on the way there, or in a state that forbids it. */
export type Readiness = "there" | "ready" | "onTheWay" | "forbidden";

const states: Readonly<Record<string, DatabaseState>> = {
  NORMAL: "normal",
  PAUSED: "paused",
  CLOSED: "closed",
  OPENING: "opening",
  CLOSING: "closing",
  VERIFYING: "verifying",
};

/** The Admin API's word for a state as ours. */
export function stateOf(status: string): DatabaseState {
  return states[status] ?? "changing";
}

/** Each once, in order: the server repeats those of several privilege sets. */
export function extendedPrivilegesOf({ extendedPrivileges }: { readonly extendedPrivileges: readonly string[] }) {
  return [...new Set(extendedPrivileges)].sort();
}

const readiness: Readonly<Record<FileAction, Partial<Record<DatabaseState, Readiness>>>> = {
  // A paused file is open: to use it again, resume it.
  open: { closed: "ready", opening: "onTheWay", normal: "there", paused: "there" },
  close: { normal: "ready", paused: "ready", closing: "onTheWay", closed: "there" },
  pause: { normal: "ready", paused: "there" },
  resume: { paused: "ready", normal: "there" },
};

export function readinessOf(action: FileAction, state: DatabaseState): Readiness {
  return readiness[action][state] ?? "forbidden";
}

/** What a state is to people. */
export function sentenceOf(state: DatabaseState): string {
  const texts: Partial<Record<DatabaseState, string>> = { normal: "open", changing: "on its way to another state" };
  return `It is ${texts[state] ?? state}.`;
}
