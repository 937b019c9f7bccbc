import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { type SealContext, type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import { type DataKeys, type DataKeysOptions, kmsDataKeys } from "./data-keys.ts";

export interface KmsVaultOptions extends Omit<DataKeysOptions, "keyId"> {
  /** Symmetric KMS keys by their ARNs, newest first. KMS renews their material itself; an older key is kept until nothing is sealed under it. */
  readonly keyIds: readonly [current: string, ...older: string[]];
  readonly ids: Pick<Ids, "bytes">;
}

/** Sealing on KMS. Hot values cost no call. */
export function kmsVault(options: KmsVaultOptions): SealingVault {
  const { keyIds, ids } = options;
  const current = nameOf(keyIds[0]);
  const dataKeys = new Map(keyIds.map((keyId) => [nameOf(keyId), kmsDataKeys({ ...options, keyId })]));

  /** @throws VaultRefused */
  function dataKeysOf(kid: string): DataKeys {
    const found = dataKeys.get(kid);
    if (found === undefined) throw new VaultRefused(`The KMS key called ${kid} is gone`);
    return found;
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
  };
}

/** Another number than the local vault's: what one has sealed the other cannot open. */
const version = "v2";

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
