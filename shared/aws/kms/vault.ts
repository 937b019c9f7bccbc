import { createHash, createHmac } from "node:crypto";
import { GenerateMacCommand } from "@aws-sdk/client-kms";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { type SealContext, type Vault, VaultRefused } from "#shared/ports/vault.ts";
import { asVault, type DataKeys, type DataKeysOptions, kmsDataKeys } from "./data-keys.ts";
import { promiseCache } from "./promise-cache.ts";

export interface KmsVaultOptions extends Omit<DataKeysOptions, "keyId"> {
  /** Symmetric KMS keys by their ARNs, newest first. KMS renews their material itself; an older key is kept until nothing is sealed under it. */
  readonly keyIds: readonly [current: string, ...older: string[]];
  /** HMAC_256 KMS keys for fingerprints, newest first. An older one is kept until nothing has an id under it. */
  readonly macKeyIds: readonly [current: string, ...older: string[]];
  readonly ids: Pick<Ids, "bytes">;
}

/** The Vault port on KMS. Hot values and hot fingerprints cost no call. */
export function kmsVault(options: KmsVaultOptions): Vault {
  const { client, keyIds, macKeyIds, ids } = options;
  const current = nameOf(keyIds[0]);
  const dataKeys = new Map(keyIds.map((keyId) => [nameOf(keyId), kmsDataKeys({ ...options, keyId })]));
  const known = promiseCache<readonly [string, ...string[]]>(mostFingerprints);
  // Secrets are remembered under a name that says nothing, not even to who could read this memory's keys alone.
  const memoryKey = ids.bytes(32);

  /** @throws VaultRefused */
  function dataKeysOf(kid: string): DataKeys {
    const found = dataKeys.get(kid);
    if (found === undefined) throw new VaultRefused(`The KMS key called ${kid} is gone`);
    return found;
  }

  async function mac(KeyId: string, Message: Uint8Array): Promise<string> {
    const command = new GenerateMacCommand({ KeyId, Message, MacAlgorithm: "HMAC_SHA_256" });
    const { Mac } = await asVault(() => client.send(command));
    if (Mac?.byteLength !== 32) throw new TypeError("KMS made no HMAC");
    return Buffer.from(Mac).toString("base64url");
  }

  return {
    async seal(plaintext, context) {
      const { key, wrapped } = await dataKeysOf(current).current();
      const text = encrypt(key, ids.bytes(12), Buffer.from(plaintext), boundTo(context, current));
      return [version, current, wrapped, text.toString("base64url")].join(".");
    },
    async open(sealed, context) {
      const { kid, wrapped, text } = parts(sealed);
      const key = await dataKeysOf(kid).opened(wrapped);
      try {
        return decrypt(key, text, boundTo(context, kid)).toString();
      } catch (error) {
        throw new VaultRefused("The value was altered, or sealed for another item or field", { cause: error });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${version}.${current}.`),
    async fingerprints(purpose, secret) {
      const named = boundData("fingerprint", purpose, secret);
      const name = createHmac("sha256", memoryKey).update(named).digest("base64url");
      // KMS takes 4 KB at most, so it signs a hash.
      const message = createHash("sha256").update(named).digest();
      return known.get(name, async () => {
        const [newest, ...older] = macKeyIds;
        return Promise.all([mac(newest, message), ...older.map((key) => mac(key, message))]);
      });
    },
  };
}

/** Another number than the local vault's: what one has sealed the other cannot open. */
const version = "v2";
const mostFingerprints = 20_000;

/** What sealed values call a KMS key: an ARN names the account, and is long. */
function nameOf(keyId: string): string {
  return createHash("sha256").update(keyId).digest("base64url").slice(0, 8);
}

function boundTo({ item, field }: SealContext, kid: string): Buffer {
  return boundData("sealed", item, field, kid);
}

function parts(sealed: string): { readonly kid: string; readonly wrapped: string; readonly text: Buffer } {
  const [, kid, wrapped, text] = /^v2\.([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
  if (kid === undefined || wrapped === undefined || text === undefined) {
    throw new VaultRefused("This is no sealed value of a version known here");
  }
  checkSpelling(wrapped);
  checkSpelling(text);
  return { kid, wrapped, text: Buffer.from(text, "base64url") };
}

/** Node reads a value with stray bits at its end; one value has one spelling here. */
function checkSpelling(base64url: string): void {
  if (Buffer.from(base64url, "base64url").toString("base64url") !== base64url)
    throw new VaultRefused("The value was altered");
}
