import { useSyncExternalStore } from "react";
import { configuration } from "./configuration.ts";

/** `live`: the last call was answered. `reconnecting`: it wasn't, and a retry is due. `offline`: the browser has no network. */
export type Connection = "live" | "reconnecting" | "offline";

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

let connection: Connection = "live";
let pauseMs = firstPauseMs;
let retry: number | undefined;
const listeners = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

/** Records that a call was answered. */
export function noteReached(): void {
  pauseMs = firstPauseMs;
  window.clearTimeout(retry);
  const wasUnreachable = connection !== "live";
  become("live");
  if (wasUnreachable) for (const listener of reconnectListeners) listener();
}

/** Records that a call wasn't answered, and checks with growing pauses until the service responds. */
export function noteUnreached(): void {
  become(navigator.onLine ? "reconnecting" : "offline");
  window.clearTimeout(retry);
  retry = window.setTimeout(checkAlive, pauseMs);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
}

/** Calls the listener each time the service is reachable again. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

function checkAlive(): void {
  fetch(`/${configuration().prefix}/healthz`, { cache: "no-store" }).then(noteReached, noteUnreached);
}

function become(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
