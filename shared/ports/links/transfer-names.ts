/** Blobs that bytes between agents and the service lie in for a while begin with this. */
export const transfersPrefix = "agent/";

/** A blob that bytes lie in for a while. */
export interface TransferName {
  readonly id: string;
  /** When no address leads to it any more. Seconds since the epoch. */
  readonly expiresAt: number;
}

/** The name says until when it is needed, so that nothing else has to remember it. */
export function transferName({ id, expiresAt }: TransferName): string {
  return `${transfersPrefix}${Math.ceil(expiresAt)}-${id}`;
}

/** Undefined for a name that is no transfer's. */
export function transferNamed(name: string): TransferName | undefined {
  const [, expiresAt, id] = /^agent\/(\d{1,12})-([0-9a-f-]{36})$/.exec(name) ?? [];
  return id === undefined ? undefined : { id, expiresAt: Number(expiresAt) };
}
