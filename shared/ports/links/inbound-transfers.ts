import type { StoredTransfers } from "./stored-transfers.ts";

/** Bytes of an agent for a caller: a stream, or an address where the caller gets them. */
export type InboundBytes = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly address: string };

/** Receives bytes that are too large for the link: as a stream on one machine, in a store on AWS. */
export type InboundTransfers = StreamedTransfers | StoredTransfers;

/** One-time target that an agent sends bytes to. */
export interface StreamedTransfer {
  /** Id of the bytes there. */
  readonly id: string;
  /** Secret address for one PUT of exactly this number of bytes, appended to that of the link. */
  readonly address: string;
  /** Returns the bytes as soon as they arrive. Rejects like `brought`, the agent's confirmation that it sent everything. */
  received(brought: Promise<unknown>): Promise<{ readonly bytes: AsyncIterable<Uint8Array> }>;
  /** Closes the transfer: the bytes are no longer needed. */
  close(): void;
}

/** Streams bytes from the agent to the waiting caller. A caller requests large files in parts. */
export interface StreamedTransfers {
  readonly areStored: false;
  open(sizeBytes: number, expiresSeconds: number): Promise<StreamedTransfer>;
}
