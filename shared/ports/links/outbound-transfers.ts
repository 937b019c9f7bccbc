/** Bytes that an agent fetches from a one-time source. */
export interface OutboundTransfer {
  /** Id of the bytes there. */
  readonly id: string;
  /** Secret address for one GET: absolute, or appended to that of the link. */
  readonly address: string;
  /** Closes the transfer: the agent no longer needs the bytes. */
  close(): void;
}

/** Holds bytes for agents that are too large for the link. */
export interface OutboundTransfers {
  open(bytes: Uint8Array, expiresSeconds: number): Promise<OutboundTransfer>;
}
