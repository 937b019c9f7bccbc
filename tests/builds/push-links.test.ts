import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { pushLinks } from "#shared/builds/push/push-links.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { verifies } from "../support/verifies.ts";

const signatureBy = (key: string, purpose: string, data: string | Uint8Array) =>
  createHmac("sha256", key).update(purpose).update("|").update(data).digest("base64url");
const vaultOf = (current: string, ...older: readonly string[]): Pick<Vault, "fingerprints"> => ({
  fingerprints: async (purpose, text) => [
    signatureBy(current, purpose, text),
    ...older.map((key) => signatureBy(key, purpose, text)),
  ],
});
const upload = "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";
const now = Date.UTC(2026, 10, 20, 9);
const at = (moment: number) => ({ now: () => moment }) as Clock;

verifies("deployments:push:address", async () => {
  const token = await pushLinks(vaultOf("key"), at(now)).token(upload, now + 60_000);
  const uploadIn = (links: ReturnType<typeof pushLinks>, text = token) => links.uploadIn(text);
  expect(await uploadIn(pushLinks(vaultOf("key"), at(now + 59_000)))).toBe(upload);
  expect(await uploadIn(pushLinks(vaultOf("key"), at(now + 60_000)))).toBeUndefined();
  // A key that was changed meanwhile.
  expect(await uploadIn(pushLinks(vaultOf("new key", "key"), at(now)))).toBe(upload);
  expect(await uploadIn(pushLinks(vaultOf("new key"), at(now)))).toBeUndefined();

  const links = pushLinks(vaultOf("key"), at(now));
  const changed = (index: number) => {
    const other = token[index] === "0" ? "1" : "0";
    return `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
  };
  for (const text of ["", "bp_", `${token}0`, token.slice(0, -1), token.toUpperCase(), token.replace("bp_", "bl_")])
    expect(await uploadIn(links, text)).toBeUndefined();
  // Another upload, a later expiry and another signature.
  for (const index of [3, 35, 44, token.length - 1]) expect(await uploadIn(links, changed(index))).toBeUndefined();
});
