import { timingSafeEqual } from "node:crypto";
import type { BlobAddresses } from "#shared/ports/blob-addresses.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { checkName } from "#shared/ports/limits/blob-limits.ts";
import type { Vault } from "#shared/ports/vault.ts";

/** Upload that a signed address allows. */
interface SignedPut {
  readonly name: string;
  readonly sizeBytes: number;
}

/** Addresses of this machine's gateway, instead of S3 addresses. */
export interface LocalAddresses extends BlobAddresses {
  /** Returns the upload that a target after the service prefix allows; undefined if it was not signed here, was changed, or has expired. */
  signed(target: string): Promise<SignedPut | undefined>;
}

interface LocalAddressesOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly baseUrl: () => string;
  readonly prefix: string;
}

const space = "/blobs/";
const purpose = "blob address";

export function localAddresses({ vault, clock, baseUrl, prefix }: LocalAddressesOptions): LocalAddresses {
  return {
    async put(name, { expiresSeconds, sizeBytes }) {
      checkName(name);
      const expires = Math.floor(clock.now() / 1000) + expiresSeconds;
      const [signature] = await vault.fingerprints(purpose, signedText(name, sizeBytes, expires));
      const query = new URLSearchParams({ size: String(sizeBytes), expires: String(expires), signature });
      return `${baseUrl()}/${prefix}${space}${name}?${query}`;
    },

    async signed(target) {
      const [path = "", query = ""] = target.split("?", 2);
      const given = new URLSearchParams(query);
      const [name, sizeBytes, expires] = [
        path.slice(space.length),
        Number(given.get("size")),
        Number(given.get("expires")),
      ];
      const signatures = await vault.fingerprints(purpose, signedText(name, sizeBytes, expires));
      const isOurs = signatures.some((signature) => isSame(signature, given.get("signature") ?? ""));
      return isOurs && clock.now() < expires * 1000 ? { name, sizeBytes } : undefined;
    },
  };
}

function signedText(name: string, sizeBytes: number, expires: number): string {
  return `PUT ${name} ${sizeBytes} ${expires}`;
}

function isSame(one: string, other: string): boolean {
  const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}
