/** Owner of a secret. It can't be opened for any other, so a sealed value copied to another item is worthless. */
export interface SealContext {
  /** Kind of the secret: on AWS a role can open only the kinds that its function needs. */
  readonly kind: string;
  /** Partition and sort key of the item that contains it. */
  readonly item: string;
  readonly field: string;
}

/** Seals secrets with AES-256-GCM under a data key that is wrapped by a master key or KMS. */
export interface SealingVault {
  seal(plaintext: string, context: SealContext): Promise<string>;
  /** Opens a sealed value. @throws VaultRefused if it was sealed for another context, was altered, or its master key no longer exists */
  open(sealed: string, context: SealContext): Promise<string>;
  /** True if a value was sealed under the newest master key and in the current format. Others still open, but should be sealed again. */
  isCurrent(sealed: string): boolean;
}

/** Seals secrets and computes their ids. */
export interface Vault extends SealingVault {
  /**
   * Returns HMAC-SHA256 ids of a secret in base64url: of the newest version first, then of each older one. Different purposes give
   * unrelated ids.
   */
  fingerprints(purpose: string, secret: string): Promise<readonly [current: string, ...older: string[]]>;
}

/** Sealed value that couldn't be opened. */
export class VaultRefused extends Error {
  override readonly name = "VaultRefused";
}
