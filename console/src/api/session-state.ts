import { useSyncExternalStore } from "react";

/** `unknown`: not asked yet. `out`: no one is signed in. `in`: a user is signed in. `over`: the session ended while the page was open. */
export type SessionState = "unknown" | "out" | "in" | "over";

let state: SessionState = "unknown";
const listeners = new Set<() => void>();

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

export function noteSignedIn(): void {
  become("in");
}

export function noteSignedOut(): void {
  become("out");
}

/** Records that a call was refused because there is no session: the page stays open and asks the user to sign in. */
export function noteSessionOver(): void {
  become(state === "in" || state === "over" ? "over" : "out");
}

function become(next: SessionState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
