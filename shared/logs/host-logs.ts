import type { AgentClient, HostContent, StoredBytes } from "#shared/agent/api.ts";
import { frameRangeBytes } from "#shared/agent/protocol/host-path.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { isLogName } from "#shared/contract/values/log-name.ts";
import type { LogFile } from "#shared/ports/logs/log-source.ts";
import type { LogBytes, LogRange, LogReader } from "./log-reader.ts";

/** Time limits of the host for reading a page, and for scanning a log. Milliseconds. */
const deadlines = { short: { deadlineMs: 10_000 }, long: { deadlineMs: 25_000 } } as const;

/** Number of frames that are requested in parallel if no transfer is possible. */
const framesAtOnce = 8;
/** Size of a transfer, which is held in memory. Bytes. */
const transferBytes = 4 * 1024 * 1024;

interface HostLogOptions {
  readonly agentClient: () => AgentClient;
  /** True if the agent's bytes arrive here in a stream. Then ranges larger than a frame are read in one transfer. */
  readonly areTransfersAvailable: () => boolean;
  /** Content of the host in the store, where downloads go through it. */
  readonly stored?: StoredBytes | undefined;
}

/** Reads FileMaker Server's logs through the agent on its host. @throws ServiceError for errors of the host, or if it is away */
export function hostLogs({ agentClient, areTransfersAvailable, stored }: HostLogOptions): LogReader & LogBytes {
  const frame = async (name: string, start: number, length: number, id: string | undefined): Promise<LogRange> => {
    const fields = { name, start, length, ...(id !== undefined && { id }) };
    const reply = await agentClient().request("log.readRange", fields, deadlines.short);
    const file = { name, sizeBytes: reply.sizeBytes, modifiedAt: reply.modifiedAt, id: reply.id };
    return { file, bytes: Buffer.from(reply.bytes, "base64") };
  };

  const readByTransfer = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const range = { root: "logs", path: name, start, length: Math.min(length, transferBytes) } as const;
    const transferred = await agentClient().readRange(range, deadlines.long);
    if ("address" in transferred) throw new Error("The log's bytes were sent to a different address");
    const pieces: Uint8Array[] = [];
    for await (const piece of transferred.bytes) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    // Whichever file has the name now, the bytes in front of this one came from the same log.
    const { file } = await frame(name, start, 1, id);
    return { file, bytes };
  };

  const manyFrames = async (name: string, start: number, length: number, id: string): Promise<LogRange> => {
    const count = Math.min(framesAtOnce, Math.ceil(length / frameRangeBytes));
    const parts = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const from = index * frameRangeBytes;
        return frame(name, start + from, Math.min(frameRangeBytes, length - from), id);
      }),
    );
    const [{ file }] = parts as [LogRange, ...LogRange[]];
    return { file, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
  };

  return {
    async list() {
      const { logs } = await agentClient().request("log.list", {}, deadlines.short);
      return logs.filter(({ name }) => isLogName(name));
    },

    read(name, start, length, id) {
      if (length <= frameRangeBytes || id === undefined)
        return frame(name, start, Math.min(length, frameRangeBytes), id);
      if (!areTransfersAvailable()) return manyFrames(name, start, length, id);
      return readByTransfer(name, start, length, id).catch((thrown: unknown) => {
        // Some logs are outside of the folder that transfers can read.
        if (!(thrown instanceof ServiceError) || thrown.error !== "host_file_not_found") throw thrown;
        return manyFrames(name, start, length, id);
      });
    },

    ...(stored !== undefined && {
      address: (file: LogFile, answerBy: number) => stored.address(contentOf(file), file.name, answerBy),
    }),

    async clear(name) {
      return (await agentClient().request("log.clear", { name }, deadlines.short)).clearedBytes;
    },

    lines: (name, query) => agentClient().request("log.lines", { name, ...withoutUndefined(query) }, deadlines.long),
    search: (name, query) => agentClient().request("log.search", { name, ...withoutUndefined(query) }, deadlines.long),
    around: (name, query) => agentClient().request("log.around", { name, ...query }, deadlines.long),
  };
}

/** Returns a log with the bytes that it has now. Calls continue a transfer although the log has grown. */
function contentOf({ name, id, sizeBytes }: LogFile): HostContent {
  const tag = String(sizeBytes);
  return {
    key: JSON.stringify(["log", name, id]),
    tag: async () => tag,
    prepare: async () => ({ sizeBytes, tag, plan: null }),
    source: () => ({ kind: "log", name, id }),
  };
}

/** Removes undefined fields, because fields are sent as JSON. */
function withoutUndefined<T extends object>(query: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

type WithoutUndefined<T> = {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Mutable<Exclude<T[Name], undefined>>;
} & { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] };
type Mutable<T> = T extends readonly (infer E)[] ? E[] : T;
