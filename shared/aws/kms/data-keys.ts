import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from "@aws-sdk/client-kms";
import type { Clock } from "#shared/ports/clock.ts";
import { VaultRefused } from "#shared/ports/vault.ts";
import { translatedError } from "../translated-error.ts";
import { promiseCache } from "./promise-cache.ts";

export interface DataKeysOptions {
  readonly client: Pick<KMSClient, "send">;
  /** ARN of a symmetric KMS key. Sealed values are opened with no other. */
  readonly keyId: string;
  /** Context that roles require; without it KMS opens nothing. */
  readonly encryptionContext: Readonly<Record<string, string>>;
  readonly clock: Pick<Clock, "now">;
}

/** Key that values are sealed under, and its wrapped form in sealed values. */
export interface DataKey {
  readonly key: Uint8Array;
  readonly wrapped: string;
}

/** Keys that KMS created and only KMS can open. Each is used for up to five minutes and 10,000 times. */
export interface DataKeys {
  /** Returns the key to seal with now. */
  current(): Promise<DataKey>;
  /** Returns the key of a sealed value. @throws VaultRefused */
  opened(wrapped: string): Promise<Uint8Array>;
}

const windowMs = 5 * 60_000;
const maxUses = 10_000;
const maxOpened = 1_000;

export function kmsDataKeys({ client, keyId, encryptionContext, clock }: DataKeysOptions): DataKeys {
  const known = promiseCache<Used>(maxOpened);
  const KeyId = keyId;
  const EncryptionContext = { ...encryptionContext };

  function used(key: Uint8Array, wrapped: string): Used {
    return { key, wrapped, from: clock.now(), uses: 0 };
  }

  const isGood = ({ from, uses }: Used): boolean => {
    const age = clock.now() - from;
    return age >= 0 && age <= windowMs && uses < maxUses;
  };

  async function generate(): Promise<Used> {
    const command = new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256", EncryptionContext });
    const { Plaintext, CiphertextBlob } = await asVault(() => client.send(command));
    if (Plaintext?.byteLength !== 32 || CiphertextBlob === undefined) throw new TypeError("KMS returned no data key");
    return used(Plaintext, Buffer.from(CiphertextBlob).toString("base64url"));
  }

  async function open(wrapped: string): Promise<Used> {
    const CiphertextBlob = Buffer.from(wrapped, "base64url");
    const { Plaintext } = await asVault(() =>
      client.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext })),
    );
    if (Plaintext?.byteLength !== 32) throw new VaultRefused("The value has no data key");
    return used(Plaintext, wrapped);
  }

  async function counted(answer: Promise<Used>): Promise<Used> {
    const key = await answer;
    key.uses += 1;
    return key;
  }

  return {
    current: () => counted(known.get(newest, generate, isGood)),
    opened: async (wrapped) => (await counted(known.get(wrapped, () => open(wrapped), isGood))).key,
  };
}

/** Cache name of the newest key. No wrapped key has this value. */
const newest = "";

interface Used extends DataKey {
  readonly from: number;
  uses: number;
}

/** Translates KMS errors: refusals because of the value, and outages for all others. */
export async function asVault<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw translatedError("KMS", error, (name) =>
      refusals.has(name)
        ? new VaultRefused("The value was changed, or encrypted with another key", { cause: error })
        : undefined,
    );
  }
}

const refusals = new Set(["InvalidCiphertextException", "IncorrectKeyException"]);
