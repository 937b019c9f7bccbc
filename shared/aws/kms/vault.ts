import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { type SealContext, type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import { type DataKeys, type DataKeysOptions, kmsDataKeys } from "./data-keys.ts";

export interface KmsVaultOptions extends Omit<DataKeysOptions, "keyId" | "encryptionContext"> {
  /** ARNs of symmetric KMS keys, newest first. KMS rotates their material itself; an older key stays until nothing is sealed under it. */
  readonly keyIds: readonly [current: string, ...older: string[]];
  readonly ids: Pick<Ids, "bytes">;
}

/**
 * Seals with KMS. Recently used values cost no call. Each kind of secret has its own data keys, which KMS gives only to roles with
 * access to that kind.
 */
export function kmsVault(options: KmsVaultOptions): SealingVault {
  const { keyIds, ids } = options;
  const current = nameOf(keyIds[0]);
  const keyIdsByName = new Map(keyIds.map((keyId) => [nameOf(keyId), keyId]));
  const dataKeys = new Map<string, DataKeys>();

  /** Returns the data keys of a KMS key. `kind` is undefined for values sealed before there were kinds. @throws VaultRefused */
  function dataKeysOf(kid: string, kind: string | undefined): DataKeys {
    const keyId = keyIdsByName.get(kid);
    if (keyId === undefined) throw new VaultRefused(`The KMS key ${kid} doesn't exist anymore`);
    const name = JSON.stringify([kid, kind]);
    const known = dataKeys.get(name);
    if (known !== undefined) return known;
    const made = kmsDataKeys({ ...options, keyId, encryptionContext: encryptionContextOf(kind) });
    dataKeys.set(name, made);
    return made;
  }

  return {
    async seal(plaintext, context) {
      const { key, wrapped } = await dataKeysOf(current, context.kind).current();
      const text = encrypt(key, ids.bytes(12), Buffer.from(plaintext), boundTo(context, current));
      return [version, current, wrapped, text.toString("base64url")].join(".");
    },
    async open(sealed, context) {
      const { hasKind, kid, wrapped, text } = parts(sealed);
      const key = await dataKeysOf(kid, hasKind ? context.kind : undefined).opened(wrapped);
      try {
        return decrypt(key, text, boundTo(context, kid)).toString();
      } catch (error) {
        throw new VaultRefused("The value was changed, or encrypted for another item or field", { cause: error });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${version}.${current}.`),
  };
}

/** Returns the encryption context that limits roles; without it KMS opens nothing. */
export function encryptionContextOf(kind: string | undefined): Readonly<Record<string, string>> {
  return { service: "latchkey", ...(kind !== undefined && { secret: kind }) };
}

/** Differs from the local vault's version: neither can open the other's values. v2 values are from before there were kinds. */
const version = "v3";

/** Returns the short name of a KMS key in sealed values: an ARN names the account, and is long. */
function nameOf(keyId: string): string {
  return createHash("sha256").update(keyId).digest("base64url").slice(0, 8);
}

function boundTo({ item, field }: SealContext, kid: string): Buffer {
  return boundData("sealed", item, field, kid);
}

interface Parts {
  readonly hasKind: boolean;
  readonly kid: string;
  readonly wrapped: string;
  readonly text: Buffer;
}

function parts(sealed: string): Parts {
  const [, form, kid, wrapped, text] =
    /^(v[23])\.([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
  if (kid === undefined || wrapped === undefined || text === undefined) {
    throw new VaultRefused("Not an encrypted value of a known version");
  }
  checkSpelling(wrapped);
  checkSpelling(text);
  return { hasKind: form === version, kid, wrapped, text: Buffer.from(text, "base64url") };
}

/** Rejects extra bits at the end of a value, which Node ignores, so that each value has only one valid encoding. */
function checkSpelling(base64url: string): void {
  if (Buffer.from(base64url, "base64url").toString("base64url") !== base64url)
    throw new VaultRefused("The value was changed");
}
