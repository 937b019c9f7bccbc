import { useSyncExternalStore } from "react";
import type { DetailedError, Upload } from "tus-js-client";
import { configuration } from "../../../api/configuration.ts";
import { loadPart } from "../../../api/page-parts.ts";
import { queryClient } from "../../../api/query.ts";
import { noteSessionOver } from "../../../api/session-state.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { freeName } from "./free-name.ts";
import { forgetUpload, type KeptUpload } from "./kept-uploads.ts";

const text = browserMessages.uploads;

/** Upload to the host, which continues while the user visits other pages. */
export interface HostUpload {
  readonly id: number;
  readonly name: string;
  readonly folder: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: "waiting" | "sending" | "paused" | "done" | "conflict" | "failed";
  /** Reason why it stopped. */
  readonly text?: string;
  readonly bytesPerSecond?: number;
}

interface UploadTask {
  readonly file: File;
  readonly partBytes: number;
  readonly isReplacing: boolean;
  readonly kept: KeptUpload | undefined;
  upload?: Upload;
  since?: { readonly at: number; readonly bytes: number };
}

const maxAtOnce = 2;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000, 20_000];
const conflict = 18210;

let shown: readonly HostUpload[] = [];
let lastId = 0;
const tasks = new Map<number, UploadTask>();
const listeners = new Set<() => void>();

export function useUploads(): readonly HostUpload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

/** Parameters of a new upload. */
export interface UploadRequest {
  readonly file: File;
  readonly folder: string;
  /** Maximum number of bytes per request. */
  readonly partBytes: number;
  readonly name?: string;
  readonly isReplacing?: boolean;
  /** Interrupted upload to resume. */
  readonly kept?: KeptUpload;
}

export function beginUpload({
  file,
  folder,
  partBytes,
  name = file.name,
  isReplacing = false,
  kept,
}: UploadRequest): void {
  lastId += 1;
  tasks.set(lastId, { file, partBytes, isReplacing, kept });
  become([...shown, { id: lastId, name, folder, sizeBytes: file.size, sentBytes: 0, state: "waiting" }]);
  startWaiting();
}

export function pauseUpload(id: number): void {
  change(id, { state: "paused" });
  void tasks.get(id)?.upload?.abort();
  startWaiting();
}

export function resumeUpload(id: number): void {
  change(id, { state: "waiting" });
  startWaiting();
}

/** Cancels an upload; the host discards what it has received. */
export async function cancelUpload(id: number): Promise<void> {
  const { upload } = tasks.get(id) ?? {};
  tasks.delete(id);
  become(shown.filter((each) => each.id !== id));
  startWaiting();
  // The host deletes abandoned uploads automatically, so a failed call doesn't matter.
  await upload?.abort(upload.url !== null).catch(() => undefined);
}

/** Resolves a name conflict: replaces the existing file or keeps both. */
export function settleConflict(id: number, way: "replace" | "keepBoth"): void {
  const [task, row] = [tasks.get(id), shown.find((each) => each.id === id)];
  if (task === undefined || row === undefined) return;
  tasks.delete(id);
  become(shown.filter((each) => each.id !== id));
  const { file, partBytes } = task;
  const name = way === "keepBoth" ? freeName(row.name) : row.name;
  beginUpload({ file, folder: row.folder, partBytes, name, isReplacing: way === "replace" });
}

export function clearFinished(): void {
  become(shown.filter(({ state }) => state !== "done"));
}

function startWaiting(): void {
  const sending = shown.filter(({ state }) => state === "sending").length;
  for (const { id } of shown.filter(({ state }) => state === "waiting").slice(0, maxAtOnce - sending)) void send(id);
  window.onbeforeunload = shown.some(({ state }) => state === "sending" || state === "waiting") ? keepPage : null;
}

function keepPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

async function send(id: number): Promise<void> {
  const [task, row] = [tasks.get(id), shown.find((each) => each.id === id)];
  if (task === undefined || row === undefined) return;
  change(id, { state: "sending" });
  task.upload ??= await uploadOf(id, task, row);
  // Paused or canceled while the library was loading.
  if (shown.find((each) => each.id === id)?.state !== "sending") return;
  delete task.since;
  task.upload.start();
}

async function uploadOf(id: number, task: UploadTask, { name, folder }: HostUpload): Promise<Upload> {
  const tus = await loadPart(() => import("tus-js-client"));
  const { file, partBytes, isReplacing, kept } = task;
  const upload = new tus.Upload(file, {
    endpoint: `/${configuration().prefix}/api/files/uploads`,
    chunkSize: partBytes,
    retryDelays,
    metadata: { path: folder, filename: name, ...(isReplacing && { replace: "true" }) },
    fingerprint: () => Promise.resolve(`latchkey-${folder}/${name}-${file.size}-${file.lastModified}`),
    removeFingerprintOnSuccess: true,
    onShouldRetry: ({ originalResponse }) => (originalResponse?.getStatus() ?? 0) === 0 || isPassing(originalResponse),
    onProgress: (sentBytes) => {
      task.since ??= { at: performance.now(), bytes: sentBytes };
      const seconds = (performance.now() - task.since.at) / 1_000;
      const rate = seconds > 1 ? (sentBytes - task.since.bytes) / seconds : undefined;
      change(id, { sentBytes, ...(rate !== undefined && { bytesPerSecond: rate }) });
    },
    onSuccess: () => ended(id, { state: "done", sentBytes: file.size }),
    onError: (error) => ended(id, refusalOf(error)),
  });
  // An upload with a name conflict never started: only interrupted uploads are resumed.
  const [found] = kept === undefined && !isReplacing ? await upload.findPreviousUploads() : [];
  const before = kept ?? found;
  if (before) upload.resumeFromPreviousUpload({ ...before, parallelUploadUrls: null });
  return upload;
}

/** Returns true for errors after which a retry can succeed. */
function isPassing(response: DetailedError["originalResponse"]): boolean {
  const status = response?.getStatus() ?? 0;
  return status >= 500 || status === 429 || refusalIn(response)?.code === 18212;
}

function ended(id: number, outcome: Partial<HostUpload>): void {
  const row = shown.find((each) => each.id === id);
  if (row === undefined) return;
  change(id, outcome);
  if (outcome.state === "done") {
    const { kept } = tasks.get(id) ?? {};
    if (kept) forgetUpload(kept);
    tasks.delete(id);
    announce(text.done(row.name));
    void queryClient.invalidateQueries({ queryKey: ["GET /svc/api/files"] });
  }
  startWaiting();
}

function refusalOf(error: Error | DetailedError): Partial<HostUpload> {
  const response = "originalResponse" in error ? error.originalResponse : null;
  const refusal = refusalIn(response);
  if (refusal?.code === conflict) return { state: "conflict" };
  if (response?.getStatus() === 401) noteSessionOver();
  return { state: "failed", text: refusal?.text ?? (response === null ? text.unreachable : error.message) };
}

function refusalIn(
  response: DetailedError["originalResponse"],
): { readonly code: number; readonly text: string } | undefined {
  try {
    return JSON.parse(response?.getBody() ?? "").messages?.[0];
  } catch {
    return undefined; // Other answers contain no reason.
  }
}

function change(id: number, next: Partial<HostUpload>): void {
  become(shown.map((each) => (each.id === id ? { ...each, ...next } : each)));
}

function become(next: readonly HostUpload[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
