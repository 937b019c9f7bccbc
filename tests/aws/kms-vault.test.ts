import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type KmsVaultOptions, kmsVault } from "#shared/aws/kms/vault.ts";
import { systemIds } from "#shared/node/ids.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { type SealContext, VaultRefused } from "#shared/ports/vault.ts";
import { vaultSuite } from "../ports/vault-suite.ts";
import { standInKms } from "../support/aws/kms.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const context = { kind: "data-key", item: "keys#1", field: "password" };
const encryptionContext = { service: "latchkey", secret: "data-key" };

async function aVault(options: Partial<KmsVaultOptions> = {}) {
  const kms = await standInKms("seal", "older seal");
  const client = new KMSClient({
    ...clientSettings(),
    endpoint: kms.origin,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  onTestFinished(() => client.destroy());
  const clock = turnableClock();
  const another = (more: Partial<KmsVaultOptions> = {}) =>
    kmsVault({
      client,
      keyIds: ["seal"],
      clock,
      ids: systemIds(clock),
      ...options,
      ...more,
    });
  return { vault: another(), another, kms, clock, client };
}

/** Returns a value as it was sealed before kinds existed, using its documented format and none of the product's code. */
async function sealedBeforeKinds(client: KMSClient, text: string, { item, field }: SealContext): Promise<string> {
  const name = createHash("sha256").update("seal").digest("base64url").slice(0, 8);
  const { Plaintext = new Uint8Array(), CiphertextBlob = new Uint8Array() } = await client.send(
    new GenerateDataKeyCommand({ KeyId: "seal", KeySpec: "AES_256", EncryptionContext: { service: "latchkey" } }),
  );
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Plaintext, nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(["sealed", item, field, name])));
  const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  return ["v2", name, Buffer.from(CiphertextBlob).toString("base64url"), sealed.toString("base64url")].join(".");
}

if (process.env.REMOTE === "1") {
  const { LATCHKEY_TEST_KEY: keyId = "" } = process.env;
  vaultSuite("KMS", async () => {
    const clock = turnableClock();
    const client = new KMSClient(clientSettings());
    const ids = systemIds(clock);
    const vault = kmsVault({ client, keyIds: [keyId], clock, ids });
    return { vault, clock, close: () => client.destroy() };
  });
} else {
  vaultSuite("KMS as its stand-in has it", async () => ({ ...(await aVault()), close: () => {} }));
}

describe("requests to KMS", () => {
  test("a data key is requested once in five minutes, with the encryption context that a grant can require", async () => {
    const { vault, kms, clock } = await aVault();
    for (let count = 0; count < 20; count++) await vault.seal("s", context);
    await clock.turn(5 * 60_000);
    await vault.seal("s", context);
    expect(kms.asked).toEqual([
      {
        operation: "GenerateDataKey",
        input: { KeyId: "seal", KeySpec: "AES_256", EncryptionContext: encryptionContext },
      },
    ]);
    await clock.turn(1);
    await vault.seal("s", context);
    expect(kms.asked).toHaveLength(2);
  });

  test("concurrent encryptions share one data key", async () => {
    const { vault, kms } = await aVault();
    await Promise.all(Array.from({ length: 50 }, () => vault.seal("s", context)));
    expect(kms.asked).toHaveLength(1);
  });

  test("a data key encrypts at most 10,000 values", async () => {
    const { vault, kms } = await aVault();
    for (let count = 0; count < 10_000; count++) await vault.seal("s", context);
    expect(kms.asked).toHaveLength(1);
    await vault.seal("s", context);
    expect(kms.asked).toHaveLength(2);
  });

  test("concurrent decryptions under one data key use one call", async () => {
    const { vault, another, kms } = await aVault();
    const sealed = await Promise.all(["one", "two", "three"].map((text) => vault.seal(text, context)));
    const other = another();
    const before = kms.asked.length;
    expect(await Promise.all(sealed.map((one) => other.open(one, context)))).toEqual(["one", "two", "three"]);
    expect(kms.asked.slice(before)).toMatchObject([
      { operation: "Decrypt", input: { KeyId: "seal", EncryptionContext: encryptionContext } },
    ]);
  });

  test("a decrypted data key is forgotten after five minutes", async () => {
    const { vault, another, kms, clock } = await aVault();
    const sealed = await vault.seal("s", context);
    const other = another();
    await other.open(sealed, context);
    await clock.turn(5 * 60_000 + 1);
    await other.open(sealed, context);
    expect(kms.asked.filter(({ operation }) => operation === "Decrypt")).toHaveLength(2);
  });

  test("a value under an older key can be decrypted, and is reported for re-encryption", async () => {
    const { another } = await aVault();
    const before = another({ keyIds: ["older seal"] });
    const sealed = await before.seal("s", context);
    expect(before.isCurrent(sealed)).toBe(true);
    const after = another({ keyIds: ["seal", "older seal"] });
    expect(await after.open(sealed, context)).toBe("s");
    expect(after.isCurrent(sealed)).toBe(false);
    expect(after.isCurrent(await after.seal("s", context))).toBe(true);
  });
});

describe("a vault without KMS", () => {
  test("is unavailable, after three calls, and remembers nothing of them", async () => {
    const { vault, another, kms } = await aVault();
    const sealed = await vault.seal("s", context);
    kms.fail({ status: 500, name: "KMSInternalException" });
    const before = kms.asked.length;
    const other = another();
    await expect(other.open(sealed, context)).rejects.toThrow(StoreUnavailable);
    expect(kms.asked.length - before).toBe(3);
    kms.fail(undefined);
    expect(await other.open(sealed, context)).toBe("s");
  });

  test("keeps encrypting and decrypting with the data keys that it has", async () => {
    const { vault, kms } = await aVault();
    const sealed = await vault.seal("s", context);
    await vault.open(sealed, context);
    kms.fail({ status: 500, name: "KMSInternalException" });
    expect(await vault.open(await vault.seal("t", context), context)).toBe("t");
    expect(await vault.open(sealed, context)).toBe("s");
  });

  test("is unavailable, not rejected, if it has no permission for its key", async () => {
    const { vault, another, kms } = await aVault();
    const sealed = await vault.seal("s", context);
    kms.fail({ status: 400, name: "AccessDeniedException" });
    await expect(another().open(sealed, context)).rejects.toThrow(StoreUnavailable);
  });

  test("can't decrypt another kind of secret, whose data keys KMS separates", async () => {
    const { vault, another, kms } = await aVault();
    const other = { ...context, kind: "agent-key" };
    const sealed = [await vault.seal("s", context), await vault.seal("s", other)] as const;
    expect(kms.asked.map(({ input }) => input.EncryptionContext?.secret)).toEqual(["data-key", "agent-key"]);
    for (const opening of [vault, another()]) {
      await expect(opening.open(sealed[0], other)).rejects.toThrow(VaultRefused);
      await expect(opening.open(sealed[1], context)).rejects.toThrow(VaultRefused);
    }
    // Nor as a value sealed before kinds existed.
    await expect(another().open(sealed[0].replace("v3.", "v2."), context)).rejects.toThrow(VaultRefused);
  });

  verifies(
    "runtime:aws:secrets-by-purpose",
    "a value from before kinds existed can be decrypted, and is re-encrypted",
    async () => {
      const { vault, client } = await aVault();
      const sealed = await sealedBeforeKinds(client, "a password", context);
      expect(await vault.open(sealed, context)).toBe("a password");
      expect(vault.isCurrent(sealed)).toBe(false);
      expect(vault.isCurrent(await vault.seal("a password", context))).toBe(true);
    },
  );

  test("names the missing key", async () => {
    const { vault, another } = await aVault();
    const sealed = await vault.seal("s", context);
    await expect(another({ keyIds: ["older seal"] }).open(sealed, context)).rejects.toThrow(VaultRefused);
  });

  test("contains no secret in its errors", async () => {
    const { vault, another } = await aVault();
    const sealed = await vault.seal("a secret word", context);
    const refusal = await another()
      .open(sealed, { ...context, field: "other" })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(VaultRefused);
    expect(JSON.stringify([refusal, String(refusal)])).not.toContain("secret word");
  });
});
