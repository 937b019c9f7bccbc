import { useSyncExternalStore } from "react";
import type { StateChange } from "#shared/files/contract.ts";
import { call } from "../../api/client.ts";
import { inPortions } from "../../api/in-portions.ts";
import type { Address } from "../../api/operations.ts";
import { queryClient } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { noteSessionOver } from "../../api/session-state.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { announce } from "../../ui/feedback/toasts.tsx";
import type { FileAction } from "./file-actions.ts";

/** Maximum number of files per call. */
const maxAtOnce = 100;

/** Requested change. The encryption password is passed on and isn't stored. */
export interface StateRequest {
  readonly action: FileAction;
  readonly files: readonly string[];
  readonly message?: string;
  readonly force?: boolean;
  readonly encryptionKey?: string;
  readonly saveEncryptionKey?: boolean;
}

/** Change that is running or has failed, at least in part. It is kept when the user leaves the page. */
export interface RunningChange {
  readonly id: number;
  readonly action: FileAction;
  readonly files: readonly string[];
  /** Undefined while the change is running. */
  readonly result?: StateChange | Error;
}

const stale: readonly Address[] = [
  "GET /svc/api/databases",
  "GET /svc/api/databases/{filename}",
  "GET /svc/api/clients",
  "GET /svc/api/audit",
];

/** Polling interval until a change is done, because FileMaker Server doesn't report progress. */
const pollMs = 1_000;
const shown: readonly Address[] = ["GET /svc/api/databases", "GET /svc/api/databases/{filename}"];

let running: readonly RunningChange[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function useStateChanges(): readonly RunningChange[] {
  return useSyncExternalStore(subscribe, () => running);
}

/** Starts a change. A strip above the files shows its progress and result. */
export function beginStateChange(request: StateRequest): void {
  lastId += 1;
  const change: RunningChange = { id: lastId, action: request.action, files: request.files };
  become([...running, change]);
  void finish(change, request);
}

export function dismissStateChange(id: number): void {
  become(running.filter((change) => change.id !== id));
}

/** Returns the files of a change as part of a sentence. */
export function whatOf(files: readonly string[]): string {
  const [only] = files;
  return files.length === 1 && only !== undefined ? only : fileMessages.count(files.length);
}

async function finish(change: RunningChange, request: StateRequest): Promise<void> {
  const polling = window.setInterval(() => void readAnew(shown), pollMs);
  const result = await send(request).catch((thrown: unknown) =>
    thrown instanceof Error ? thrown : new Error(String(thrown)),
  );
  window.clearInterval(polling);
  if (result instanceof Refused && result.isSignedOut) noteSessionOver();
  await readAnew(stale);
  if (!(result instanceof Error) && result.ok) {
    dismissStateChange(change.id);
    announce(fileMessages.done[change.action](whatOf(change.files)));
  } else become(running.map((each) => (each.id === change.id ? { ...each, result } : each)));
}

async function readAnew(addresses: readonly Address[]): Promise<void> {
  await Promise.all(addresses.map((address) => queryClient.invalidateQueries({ queryKey: [address] })));
}

async function send({ files, ...request }: StateRequest): Promise<StateChange> {
  const changes = await inPortions(files, maxAtOnce, (names) => sendPortion(request, names));
  return { ok: changes.every(({ ok }) => ok), files: changes.flatMap((change) => change.files) };
}

function sendPortion(
  { action, message = "", force = false, encryptionKey, saveEncryptionKey }: Omit<StateRequest, "files">,
  names: string[],
): Promise<StateChange> {
  if (action === "close") return call("POST /svc/api/fm-file/close", { files: names, message, force });
  if (action === "pause") return call("POST /svc/api/fm-file/pause", { files: names });
  if (action === "resume") return call("POST /svc/api/fm-file/resume", { files: names });
  const unlocked = encryptionKey && { encryptionKey, saveEncryptionKey: saveEncryptionKey ?? false };
  return call("POST /svc/api/fm-file/open", { files: names, ...unlocked });
}

function become(next: readonly RunningChange[]): void {
  running = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
