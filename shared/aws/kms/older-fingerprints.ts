import { createHash, createHmac } from "node:crypto";
import { GenerateMacCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData } from "#shared/ports/sealing.ts";
import { asVault } from "./data-keys.ts";
import { promiseCache } from "./promise-cache.ts";

interface OlderFingerprintsOptions {
  readonly client: Pick<KMSClient, "send">;
  /** ARNs of HMAC_256 KMS keys, newest first. KMS doesn't export their secrets, so it computes the ids. */
  readonly macKeyIds: readonly string[];
  readonly ids: Pick<Ids, "bytes">;
}

const maxFingerprints = 20_000;

/** Returns HMAC ids as KMS computed them before their secrets were stored in the table. Recently used ids cost no call. */
export function olderFingerprints({ client, macKeyIds, ids }: OlderFingerprintsOptions) {
  const known = promiseCache<readonly string[]>(maxFingerprints);
  // Secrets are cached under a random name, which reveals nothing even to someone who can read only the names.
  const memoryKey = ids.bytes(32);

  async function mac(KeyId: string, Message: Uint8Array): Promise<string> {
    const command = new GenerateMacCommand({ KeyId, Message, MacAlgorithm: "HMAC_SHA_256" });
    const { Mac } = await asVault(() => client.send(command));
    if (Mac?.byteLength !== 32) throw new TypeError("KMS returned no HMAC");
    return Buffer.from(Mac).toString("base64url");
  }

  return async (purpose: string, secret: string): Promise<readonly string[]> => {
    const named = boundData("fingerprint", purpose, secret);
    const name = createHmac("sha256", memoryKey).update(named).digest("base64url");
    // KMS accepts at most 4 KB, so it signs a hash.
    const message = createHash("sha256").update(named).digest();
    return known.get(name, () => Promise.all(macKeyIds.map((key) => mac(key, message))));
  };
}
