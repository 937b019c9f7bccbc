import { expect } from "vitest";
import { cursors } from "#shared/mcp/guards/cursors.ts";
import { signedNotes } from "#shared/mcp/guards/signed-notes.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { mistyped } from "../../support/mistyped.ts";
import { verifies } from "../../support/verifies.ts";

const clock = turnableClock();
/** Signs like the installation's secret: by purpose and text. */
const vault: Pick<Vault, "fingerprints"> = {
  fingerprints: async (purpose, text) => [Buffer.from(`${purpose} ${text}`).toString("base64url")],
};
const question = { caller: "data-key:1", tool: "query_records", given: { table: "Contacts", limit: 20 } };

verifies("mcp:records:pages", "an altered, expired, or foreign cursor is rejected", async () => {
  const pages = cursors({ vault, clock });
  const cursor = await pages.write({ skip: 20 }, question);
  expect(await pages.read(cursor, { ...question, given: { table: "Contacts", limit: 5, cursor } })).toEqual({
    skip: 20,
  });
  const [payload = "", signature = ""] = cursor.split(".");
  const elsewhere = Buffer.from(JSON.stringify({ n: { skip: 0 }, x: clock.now() + 1e9 })).toString("base64url");
  for (const forged of [
    `${elsewhere}.${signature}`,
    `${payload}.${mistyped(signature)}`,
    `${payload}.`,
    payload,
    `${cursor}.${signature}`,
    "",
    "x".repeat(5_000),
  ])
    expect(await pages.read(forged, question), forged.slice(0, 80)).toBeUndefined();
  const otherCaller = { ...question, caller: "data-key:2" };
  for (const other of [otherCaller, { ...question, tool: "get_record" }, { ...question, given: { table: "Phones" } }])
    expect(await pages.read(cursor, other)).toBeUndefined();
  const confirmations = signedNotes({ vault, clock }, "mcp-confirm", 300_000);
  const boundTo = JSON.stringify(["data-key:1", "query_records"]);
  const token = await confirmations.write("note", boundTo);
  expect(await confirmations.read(token, boundTo)).toBe("note");
  expect(await signedNotes({ vault, clock }, "mcp-cursor", 300_000).read(token, boundTo)).toBeUndefined();
  await clock.turn(60 * 60_000);
  expect(await pages.read(cursor, question)).toBeUndefined();
});
