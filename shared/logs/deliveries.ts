import type { Delivery } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type FileRange, fileHeaders, isUnchanged, rangeIn } from "#shared/contract/file-answer.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { LogFile } from "#shared/ports/logs/log-source.ts";
import type { logs } from "./contract.ts";
import { followLog } from "./follow-log.ts";
import { followedLogs } from "./followed-logs.ts";
import { askBackend, type LogBackends } from "./log-backends.ts";
import type { LogBytes } from "./log-reader.ts";

/** Block size for downloads of logs. Bytes. */
const blockBytes = 4 * 1024 * 1024;

/** Log operations that return bytes. */
export type LogDeliveries = Pick<ServiceOf<typeof logs>, "downloadLogFile" | "describeLogFile" | "followLog">;

interface LogDeliveryOptions {
  readonly clock: Clock;
  /** Maximum wait before a response, in milliseconds. */
  readonly answerMs: number;
  readonly isClosing: () => boolean;
}

/** Maximum number of bytes that are read over the link where logs have addresses. They arrive in one round trip. */
const linkBytes = 512 * 1024;

/** Downloads logs, and streams them as they are written. */
export function logDeliveries(
  backends: LogBackends,
  { clock, answerMs, isClosing }: LogDeliveryOptions,
): LogDeliveries {
  const followed = followedLogs(backends);
  const opened = (name: string): Promise<Opened> =>
    askBackend(backends, name, async (backend, own) => {
      if ("stream" in backend) return backend.stream(own);
      const found = await backend.read(own, 0, 1);
      return found && { file: found.file, place: backend };
    });

  return {
    async downloadLogFile({ fileName }, { header }) {
      const answerBy = clock.now() + answerMs;
      const log = await opened(fileName);
      if ("bytes" in log) return { status: 200, headers: streamHeaders(log.file), body: log.bytes };
      const { file, place: backend } = log;
      const headers = headersOf(file);
      if (isUnchanged(header("if-none-match"), headers.ETag)) return { status: 304, headers };
      const ifRange = header("if-range");
      const range =
        ifRange === undefined || ifRange === headers.ETag ? rangeIn(header("range"), file.sizeBytes) : undefined;
      if (range === "unsatisfiable")
        throw new ServiceError("range_unsatisfiable", { response: { sizeBytes: file.sizeBytes } });
      const part = range ?? { start: 0, end: file.sizeBytes };
      // A redirected caller requests its range at the address.
      if (backend.address !== undefined && part.end - part.start > linkBytes)
        return { status: 302, headers: { Location: await backend.address(file, answerBy) } };
      return {
        status: range === undefined ? 200 : 206,
        headers: { ...headers, ...lengthOf(part), ...(range !== undefined && contentRange(range, file)) },
        body: bytesOf(backend, file, part),
      };
    },

    async describeLogFile({ fileName }, { header }) {
      const log = await opened(fileName);
      if ("bytes" in log) return { status: 200, headers: streamHeaders(log.file) };
      const { file } = log;
      const headers = headersOf(file);
      if (isUnchanged(header("if-none-match"), headers.ETag)) return { status: 304, headers };
      return { status: 200, headers: { ...headers, ...lengthOf({ start: 0, end: file.sizeBytes }) } };
    },

    followLog: ({ name, after, latest }, { header, gone }): Promise<Delivery> =>
      followLog(followed, { name, after: header("last-event-id") ?? after, latest, gone, isClosing, clock }),
  };
}

type Opened =
  | { readonly file: LogFile; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly file: LogFile; readonly place: LogBytes };

/** Returns the headers of a log that is assembled while it is sent: it has no length and no ranges. */
function streamHeaders(file: LogFile) {
  const { ETag: _, ...headers } = headersOf(file);
  return { ...headers, "Accept-Ranges": "none" };
}

/** Returns the headers of a download, which clients that fetch it read as text. */
function headersOf({ name, id, sizeBytes, modifiedAt }: LogFile) {
  const ETag = `"${id}-${sizeBytes.toString(36)}-${Math.floor(modifiedAt).toString(36)}"`;
  const headers = fileHeaders({ name, etag: ETag, sizeBytes, modifiedAt });
  return { ...headers, "Content-Type": "text/plain; charset=utf-8", ETag };
}

function lengthOf({ start, end }: FileRange) {
  return { "Content-Length": String(end - start) };
}

function contentRange({ start, end }: FileRange, { sizeBytes }: LogFile) {
  return { "Content-Range": `bytes ${start}-${end - 1}/${sizeBytes}` };
}

/** Yields exactly these bytes of this file, or fails: a log that is rotated or cleared in the meantime is never continued with another. */
async function* bytesOf(
  backend: LogBytes,
  { name, id }: LogFile,
  { start, end }: FileRange,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const block = await backend.read(name, at, Math.min(blockBytes, end - at), id);
    if (block === undefined || block.bytes.length === 0)
      throw new Error("The log was rotated or cleared during the transfer");
    yield block.bytes;
    at += block.bytes.length;
  }
}
