import type { AgentClient, HostContent, HostRange, StoredBytes } from "#shared/agent/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { InboundBytes, StreamedTransfers } from "#shared/ports/links/inbound-transfers.ts";
import { deadlines } from "../deadlines.ts";
import { type HostLocation, pathOf } from "../rules.ts";

/**
 * Number of bytes that are requested from the host at once if bytes pass through. The next block waits until the caller has read this one.
 */
const blockBytes = 16 * 1024 * 1024;

/**
 * Maximum size of a range that is transferred alone. A caller who is redirected requests its range again at the address, so it gets larger
 * ranges from the whole file.
 */
export const aloneBytes = 64 * 1024 * 1024;

/** Version of a file, with its size in bytes. */
interface FileVersion {
  readonly tag: string;
  readonly fileBytes: number;
}

/** Bytes of the host's files, as a stream or at an address. `answerBy`: time at which the response must begin. */
export interface HostBytes {
  file(range: Required<HostRange>, version: FileVersion, fileName: string, answerBy: number): Promise<InboundBytes>;
  zip(
    folder: HostLocation,
    fileName: string,
    answerBy: number,
  ): Promise<{ readonly sizeBytes: number | undefined; readonly body: InboundBytes }>;
}

/** Streams bytes from the host to the caller. */
export function streamedHostBytes(agentClient: () => AgentClient, inboundTransfers: StreamedTransfers): HostBytes {
  /** Opens a transfer, and has the agent send the bytes to it. */
  const transferred = async (
    sizeBytes: number,
    startTransfer: (to: { readonly address: string; readonly id: string }) => Promise<unknown>,
    { deadlineMs }: { readonly deadlineMs: number },
  ) => {
    const transfer = await inboundTransfers.open(sizeBytes, Math.ceil(deadlineMs / 1000));
    const { id, address } = transfer;
    try {
      return await transfer.received(startTransfer({ id, address }));
    } catch (thrown) {
      transfer.close();
      throw thrown;
    }
  };

  const part = (range: Required<HostRange>, tag: string) =>
    transferred(
      range.length,
      (to) => agentClient().request("browser.sendRange", { ...range, tag, ...to }, deadlines.long),
      deadlines.long,
    );

  /** Yields the bytes block by block. All blocks must be from the same version of the file; otherwise the response breaks off. */
  async function* blocks(
    first: { readonly bytes: AsyncIterable<Uint8Array> },
    { start, length, ...location }: Required<HostRange>,
    tag: string,
  ): AsyncGenerator<Uint8Array, void> {
    let block = first;
    for (let sent = 0; ; ) {
      let blockSent = 0;
      for await (const chunk of block.bytes) {
        blockSent += chunk.length;
        yield chunk;
      }
      sent += blockSent;
      if (sent >= length) return;
      if (blockSent === 0)
        throw new ServiceError("agent_refused", { text: "the file was truncated during the download" });
      const next = { ...location, start: start + sent, length: Math.min(blockBytes, length - sent) };
      block = await part(next, tag);
    }
  }

  return {
    async file(range, { tag }) {
      const first = { ...range, length: Math.min(blockBytes, range.length) };
      return { bytes: blocks(await part(first, tag), range, tag) };
    },

    async zip(folder) {
      const { plan, sizeBytes } = await agentClient().request("browser.planZip", folder, deadlines.long);
      const startTransfer = (to: { readonly address: string; readonly id: string }) =>
        agentClient().request("browser.sendZip", { plan, ...to }, deadlines.whole);
      return { sizeBytes, body: await transferred(sizeBytes, startTransfer, deadlines.whole) };
    },
  };
}

/** Has the host bring bytes to the store, which can take longer than a call. */
export function storedHostBytes(agentClient: () => Pick<AgentClient, "request">, stored: StoredBytes): HostBytes {
  const rangeOf = ({ start, length, ...location }: Required<HostRange>, tag: string): HostContent => ({
    key: JSON.stringify(["file", pathOf(location), tag, start, length]),
    tag: async () => tag,
    prepare: async () => ({ sizeBytes: length, tag, plan: null }),
    source: () => ({ kind: "file", ...location, tag, start }),
  });

  const zipOf = (folder: HostLocation): HostContent => {
    const plan = () => agentClient().request("browser.planZip", folder, deadlines.long);
    return {
      key: JSON.stringify(["zip", pathOf(folder)]),
      tag: async () => (await plan()).tag,
      prepare: plan,
      source(record) {
        if (record.plan === null) throw new Error("A zip must be planned");
        return { kind: "zip", plan: record.plan };
      },
    };
  };

  return {
    async file(range, { tag, fileBytes }, fileName, answerBy) {
      const whole = rangeOf({ ...range, start: 0, length: fileBytes }, tag);
      const isAlone = range.length < fileBytes && range.length <= aloneBytes && !(await stored.isStored(whole));
      if (isAlone) return { bytes: await stored.bytes(rangeOf(range, tag), answerBy) };
      return { address: await stored.address(whole, fileName, answerBy) };
    },

    async zip(folder, fileName, answerBy) {
      return { sizeBytes: undefined, body: { address: await stored.address(zipOf(folder), fileName, answerBy) } };
    },
  };
}
