/** Bytes of an agent, on their way to the caller: as they come, or at an address where the caller finds them. */
export type InboundBytes = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly address: string };

/** A one-time place that an agent brings bytes to. */
export interface InboundTransfer {
  /** What the bytes are called there. */
  readonly id: string;
  /** Where one PUT of exactly so many bytes goes: an address, or what follows on that of the link. A secret. */
  readonly address: string;
  /** What has come, as soon as it can be used. Rejects as `brought` does: that is the agent's word that it brought everything. */
  received(brought: Promise<unknown>): Promise<InboundBytes>;
  /** The bytes are no longer wanted. */
  close(): void;
}

/** Where bytes arrive that are too many for the link. */
export interface InboundTransfers {
  /** Whether bytes stay at an address for a while. Otherwise they pass through as they come, and a caller that wants many asks bit by bit. */
  readonly areKept: boolean;
  /** `fileName` is what a browser saves them as that is sent to their address. */
  open(sizeBytes: number, expiresSeconds: number, fileName?: string): Promise<InboundTransfer>;
}
