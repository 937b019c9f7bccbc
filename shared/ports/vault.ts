/** What a secret belongs to. It cannot be opened anywhere else, so a sealed value copied to another item is worthless. */
export interface SealContext {
  /** What kind of secret it is: on AWS a role opens the kinds that its function needs, and no others. */
  readonly kind: string;
  /** Partition and sort key of the item that holds it. */
  readonly item: string;
  readonly field: string;
}

/** Keeps secrets: sealing is AES-256-GCM under a data key that a master key or KMS wraps. */
export interface SealingVault {
  seal(plaintext: string, context: SealContext): Promise<string>;
  /** @throws VaultRefused when it was sealed for another context, altered, or under a master key that is gone. */
  open(sealed: string, context: SealContext): Promise<string>;
  /** Whether a value was sealed under the newest master key and in the form of today. What was not still opens, and should be sealed again. */
  isCurrent(sealed: string): boolean;
}

/** Keeps secrets, and names them. */
export interface Vault extends SealingVault {
  /**
   * HMAC-SHA256 ids of a secret, base64url: of the newest version first, then of each older one. Different purposes give unrelated ids.
   */
  fingerprints(purpose: string, secret: string): Promise<readonly [current: string, ...older: string[]]>;
}

/** A sealed value could not be opened. */
export class VaultRefused extends Error {
  override readonly name = "VaultRefused";
}
