import { createHash } from "node:crypto";
import type { Ids } from "#shared/ports/ids.ts";
import { boundData, decrypt, encrypt } from "#shared/ports/sealing.ts";
import { type SealContext, type SealingVault, VaultRefused } from "#shared/ports/vault.ts";
import { type DataKeys, type DataKeysOptions, kmsDataKeys } from "./data-keys.ts";

export interface KmsVaultOptions extends Omit<DataKeysOptions, "keyId" | "encryptionContext"> {
  /** Symmetric KMS keys by their ARNs, newest first. KMS renews their material itself; an older key is kept until nothing is sealed under it. */
  readonly keyIds: readonly [current: string, ...older: string[]];
  readonly ids: Pick<Ids, "bytes">;
}

/**
 * Sealing on KMS. Hot values cost no call. Each kind of secret has data keys of its own, which KMS gives to those alone who may have that kind.
 */
export function kmsVault(options: KmsVaultOptions): SealingVault {
  const { keyIds, ids } = options;
  const current = nameOf(keyIds[0]);
  const keyIdsByName = new Map(keyIds.map((keyId) => [nameOf(keyId), keyId]));
  const dataKeys = new Map<string, DataKeys>();

  /** `kind` is undefined for what was sealed before there were kinds. @throws VaultRefused */
  function dataKeysOf(kid: string, kind: string | undefined): DataKeys {
    const keyId = keyIdsByName.get(kid);
    if (keyId === undefined) throw new VaultRefused(`The KMS key called ${kid} is gone`);
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
        throw new VaultRefused("The value was altered, or sealed for another item or field", { cause: error });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${version}.${current}.`),
  };
}

/** What roles are limited by: without it KMS opens nothing. */
export function encryptionContextOf(kind: string | undefined): Readonly<Record<string, string>> {
  return { service: "latchkey", ...(kind !== undefined && { secret: kind }) };
}

/** Another number than the local vault's: what one has sealed the other cannot open. Values of v2 are from before there were kinds. */
const version = "v3";

/** What sealed values call a KMS key: an ARN names the account, and is long. */
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
    throw new VaultRefused("This is no sealed value of a version known here");
  }
  checkSpelling(wrapped);
  checkSpelling(text);
  return { hasKind: form === version, kid, wrapped, text: Buffer.from(text, "base64url") };
}

/** Node reads a value with stray bits at its end; one value has one spelling here. */
function checkSpelling(base64url: string): void {
  if (Buffer.from(base64url, "base64url").toString("base64url") !== base64url)
    throw new VaultRefused("The value was altered");
}
