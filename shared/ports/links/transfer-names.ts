/** Name prefix of blobs with bytes between agents and the service. */
export const transfersPrefix = "agent/";

/** Temporary blob of a transfer. */
export interface TransferName {
  readonly id: string;
  /** Time after which no address leads to it. Seconds since the epoch. */
  readonly expiresAt: number;
}

/** Returns the blob's name. It contains the expiry, so that it needn't be stored anywhere else. */
export function transferName({ id, expiresAt }: TransferName): string {
  return `${transfersPrefix}${Math.ceil(expiresAt)}-${id}`;
}

/** Parses a blob's name. Undefined if it isn't a transfer's. */
export function transferNamed(name: string): TransferName | undefined {
  const [, expiresAt, id] = /^agent\/(\d{1,12})-([0-9a-f-]{36})$/.exec(name) ?? [];
  return id === undefined ? undefined : { id, expiresAt: Number(expiresAt) };
}
