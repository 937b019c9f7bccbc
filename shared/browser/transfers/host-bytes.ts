import type { AgentClient, HostRange } from "#shared/agent/api.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { InboundBytes, InboundTransfers } from "#shared/ports/links/inbound-transfers.ts";
import { deadlines } from "../deadlines.ts";
import type { HostLocation } from "../rules.ts";

/**
 * Number of bytes that are requested from the host at once if bytes pass through. The next block waits until the caller has read this one.
 */
const blockBytes = 16 * 1024 * 1024;

/** Bytes of the host's files, as a stream or at an address. */
export interface HostBytes {
  /** True if the bytes are at an address. */
  readonly areStored: boolean;
  file(range: Required<HostRange>, tag: string, fileName: string): Promise<InboundBytes>;
  zip(folder: HostLocation, fileName: string): Promise<{ readonly sizeBytes: number; readonly body: InboundBytes }>;
}

export function hostBytes(agentClient: () => AgentClient, inboundTransfers: InboundTransfers): HostBytes {
  /** Opens a transfer, and has the agent send the bytes to it. */
  const transferred = async (
    sizeBytes: number,
    fileName: string,
    startTransfer: (to: { readonly address: string; readonly id: string }) => Promise<unknown>,
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<InboundBytes> => {
    const transfer = await inboundTransfers.open(sizeBytes, Math.ceil(deadlineMs / 1000), fileName);
    const { id, address } = transfer;
    try {
      return await transfer.received(startTransfer({ id, address }));
    } catch (thrown) {
      transfer.close();
      throw thrown;
    }
  };

  const part = (range: Required<HostRange>, tag: string, fileName: string, limits: { readonly deadlineMs: number }) =>
    transferred(
      range.length,
      fileName,
      (to) => agentClient().request("browser.sendRange", { ...range, tag, ...to }, limits),
      limits,
    );

  /** Yields the bytes block by block. All blocks must be from the same version of the file; otherwise the response breaks off. */
  async function* blocks(
    first: InboundBytes,
    { start, length, ...location }: Required<HostRange>,
    tag: string,
    fileName: string,
  ): AsyncGenerator<Uint8Array, void> {
    let block = first;
    for (let sent = 0; ; ) {
      if ("address" in block) throw new Error("The bytes of a file were sent elsewhere");
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
      block = await part(next, tag, fileName, deadlines.long);
    }
  }

  return {
    areStored: inboundTransfers.areKept,

    async file(range, tag, fileName) {
      if (inboundTransfers.areKept) return part(range, tag, fileName, deadlines.whole);
      const first = { ...range, length: Math.min(blockBytes, range.length) };
      return { bytes: blocks(await part(first, tag, fileName, deadlines.long), range, tag, fileName) };
    },

    async zip(folder, fileName) {
      const { plan, sizeBytes } = await agentClient().request("browser.planZip", folder, deadlines.long);
      const startTransfer = (to: { readonly address: string; readonly id: string }) =>
        agentClient().request("browser.sendZip", { plan, ...to }, deadlines.whole);
      return { sizeBytes, body: await transferred(sizeBytes, fileName, startTransfer, deadlines.whole) };
    },
  };
}
