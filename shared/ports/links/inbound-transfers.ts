/** Bytes of an agent for a caller: a stream, or an address where the caller gets them. */
export type InboundBytes = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly address: string };

/** One-time target that an agent sends bytes to. */
export interface InboundTransfer {
  /** Id of the bytes there. */
  readonly id: string;
  /** Secret address for one PUT of exactly this number of bytes: absolute, or appended to that of the link. */
  readonly address: string;
  /** Returns the bytes as soon as they can be used. Rejects like `brought`, the agent's confirmation that it sent everything. */
  received(brought: Promise<unknown>): Promise<InboundBytes>;
  /** Closes the transfer: the bytes are no longer needed. */
  close(): void;
}

/** Receives bytes that are too large for the link. */
export interface InboundTransfers {
  /** True if bytes stay at an address for a while. Otherwise they are streamed, and a caller requests large files in parts. */
  readonly areKept: boolean;
  /** Opens a transfer. `fileName` is the name under which browsers save the bytes from their address. */
  open(sizeBytes: number, expiresSeconds: number, fileName?: string): Promise<InboundTransfer>;
}
