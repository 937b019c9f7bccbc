import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDocument } from "./support/document.ts";

const service = await testService();
afterAll(() => service.stop());

interface Row {
  readonly filename: string;
  readonly excerpt: string;
}

const at = (filename: string) => `/svc/api/file-notes/${filename}`;
const write = async (filename: string, text: string) =>
  (await service.admin("PUT", at(filename), { document: aDocument(text) })).body.response.note.version as number;
const page = async (query = "") => {
  const { body } = await service.admin("GET", `/svc/api/file-notes${query}`);
  return body.response as { readonly notes: readonly Row[]; readonly cursor: string | null };
};
const names = ({ notes }: { readonly notes: readonly Row[] }) => notes.map(({ filename }) => filename);

verifies("notes:list:excerpts", async () => {
  await write("Orders", "Invoices go out on the first.");
  await write("contacts", `  ${"Ask Ada. ".repeat(40)}`);
  await write("Archive", "👩‍👩‍👧".repeat(100));
  const { notes, cursor } = await page();
  expect(cursor).toBeNull();
  expect(names({ notes })).toEqual(["Archive.fmp12", "contacts.fmp12", "Orders.fmp12"]);
  expect(notes[2]).toEqual({
    filename: "Orders.fmp12",
    excerpt: "Invoices go out on the first.",
    version: 1,
    updatedAt: expect.any(String),
  });
  expect(notes[1]?.excerpt).toMatch(/^Ask Ada\. (?:Ask Ada\. )+.*…$/);
  for (const { excerpt } of notes) expect([...excerpt].length).toBeLessThanOrEqual(200);
});

verifies("notes:list:excerpts", "in pages, and deleted ones leave no gap", async () => {
  for (const place of [1, 2, 3, 4, 5]) await write(`zz ${place}`.replace(" ", "-"), "x");
  await service.admin("DELETE", at("zz-2"));
  await service.admin("DELETE", at("Archive"));
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const next = await page(`?limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    if (next.cursor !== null) expect(next.notes).toHaveLength(2);
    found.push(...names(next));
    cursor = next.cursor;
  }
  expect(found).toEqual(["contacts.fmp12", "Orders.fmp12", "zz-1.fmp12", "zz-3.fmp12", "zz-4.fmp12", "zz-5.fmp12"]);
  expect(await service.admin("GET", "/svc/api/file-notes?cursor=nonsense")).toRefuseWith("input_invalid");
  expect(await service.admin("GET", "/svc/api/file-notes?limit=0")).toRefuseWith("input_invalid");
});

verifies("notes:delete:gone", async () => {
  const read = await write("Private", "before");
  expect((await service.admin("DELETE", `${at("PRIVATE.fmp12")}?version=${read}`)).body.response).toEqual({ ok: true });
  expect(await service.admin("GET", at("Private"))).toRefuseWith("note_not_found");
  expect(await service.admin("DELETE", at("Private"))).toRefuseWith("note_not_found");

  const document = aDocument("by a user who had it open");
  expect(await service.admin("PUT", at("Private"), { document, version: read })).toRefuseWith("note_changed");
  const again = await service.admin("PUT", at("Private"), { document, version: 0 });
  expect(again.body.response.note.version).toBeGreaterThan(read);
  expect(await service.admin("DELETE", `${at("Private")}?version=${read}`)).toRefuseWith("note_changed");
});

verifies("notes:delete:gone", "a deleted note's text is no longer anywhere in the store", async () => {
  await write("Secretive", "the words that go");
  expect(JSON.stringify(await service.rows("notes"))).toContain("the words that go");
  await service.admin("DELETE", at("Secretive"));
  expect(JSON.stringify(await service.rows("notes"))).not.toContain("the words that go");
});

verifies("notes:list:excerpts", "listing requires a management credential", async () => {
  expect(await service.raw("GET", "/svc/api/file-notes")).toRefuseWith("unauthenticated");
  expect(await service.raw("DELETE", at("Orders"))).toRefuseWith("unauthenticated");
});
