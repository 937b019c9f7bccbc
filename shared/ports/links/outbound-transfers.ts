/** Bytes that wait for an agent at a one-time place. */
export interface OutboundTransfer {
  /** What the bytes are called there. */
  readonly id: string;
  /** Where one GET fetches them: an address, or what follows on that of the link. A secret. */
  readonly address: string;
  /** The agent needs them no more. */
  close(): void;
}

/** Where bytes wait that are too many for the link. */
export interface OutboundTransfers {
  open(bytes: Uint8Array, expiresSeconds: number): Promise<OutboundTransfer>;
}
