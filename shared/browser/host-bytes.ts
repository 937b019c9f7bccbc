import type { Hands, HostRange } from "../agent/hands.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Arrivals, Arrived } from "../ports/arrivals.ts";
import { deadlines } from "./deadlines.ts";
import type { HostPlace } from "./rules.ts";

/** What is asked of the host at once where bytes pass through. It waits with the rest until the caller has taken that. Bytes. */
const blockBytes = 16 * 1024 * 1024;

/** Bytes of the host's files, as they come or at an address. */
export interface HostBytes {
  /** Whether they are found at an address. */
  readonly areKept: boolean;
  file(range: Required<HostRange>, tag: string, fileName: string): Promise<Arrived>;
  zip(folder: HostPlace, fileName: string): Promise<{ readonly sizeBytes: number; readonly body: Arrived }>;
}

export function hostBytes(hands: () => Hands, arrivals: Arrivals): HostBytes {
  /** Opens a place for the bytes, and has the agent bring them there. */
  const brought = async (
    sizeBytes: number,
    fileName: string,
    bring: (to: { readonly address: string; readonly id: string }) => Promise<unknown>,
    { deadlineMs }: { readonly deadlineMs: number },
  ): Promise<Arrived> => {
    const arrival = await arrivals.open(sizeBytes, Math.ceil(deadlineMs / 1000), fileName);
    const { id, address } = arrival;
    try {
      return await arrival.arrived(bring({ id, address }));
    } catch (thrown) {
      arrival.close();
      throw thrown;
    }
  };

  const part = (range: Required<HostRange>, tag: string, fileName: string, limits: { readonly deadlineMs: number }) =>
    brought(
      range.length,
      fileName,
      (to) => hands().request("browser.sendRange", { ...range, tag, ...to }, limits),
      limits,
    );

  /** One block after the other: each is of the same file, or the answer breaks off. */
  async function* blocks(
    first: Arrived,
    { start, length, ...place }: Required<HostRange>,
    tag: string,
    fileName: string,
  ): AsyncGenerator<Uint8Array, void> {
    let block = first;
    for (let sent = 0; ; ) {
      if ("address" in block) throw new Error("The bytes of a file went elsewhere");
      let blockSent = 0;
      for await (const chunk of block.bytes) {
        blockSent += chunk.length;
        yield chunk;
      }
      sent += blockSent;
      if (sent >= length) return;
      if (blockSent === 0) throw new ServiceError("agent_refused", { text: "the file became shorter" });
      const next = { ...place, start: start + sent, length: Math.min(blockBytes, length - sent) };
      block = await part(next, tag, fileName, deadlines.long);
    }
  }

  return {
    areKept: arrivals.areKept,

    async file(range, tag, fileName) {
      if (arrivals.areKept) return part(range, tag, fileName, deadlines.whole);
      const first = { ...range, length: Math.min(blockBytes, range.length) };
      return { bytes: blocks(await part(first, tag, fileName, deadlines.long), range, tag, fileName) };
    },

    async zip(folder, fileName) {
      const { plan, sizeBytes } = await hands().request("browser.planZip", folder, deadlines.long);
      const bring = (to: { readonly address: string; readonly id: string }) =>
        hands().request("browser.sendZip", { plan, ...to }, deadlines.whole);
      return { sizeBytes, body: await brought(sizeBytes, fileName, bring, deadlines.whole) };
    },
  };
}
