import { afterAll, expect } from "vitest";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDocument, paragraph } from "./support/document.ts";

const service = await testService();
afterAll(() => service.stop());

const at = (filename: string) => `/svc/api/file-notes/${encodeURIComponent(filename)}`;
const put = (filename: string, document: NoteDocument) => service.admin("PUT", at(filename), { document });

verifies("notes:get:by-name", async () => {
  const before = service.clock.now();
  const document = aDocument("Ask Ada before you change this file.");
  const written = await put("Contacts.fmp12", document);
  const answer = await service.admin("GET", at("Contacts.fmp12"));
  expect(answer.status).toBe(200);
  expect(answer.body.messages).toEqual([{ code: 0, text: "ok" }]);
  const { note } = answer.body.response;
  expect(note).toEqual({
    filename: "Contacts.fmp12",
    document,
    excerpt: "Ask Ada before you change this file.",
    version: 1,
    updatedAt: expect.any(String),
  });
  expect(written.body.response).toEqual({ note });
  expect(Date.parse(note.updatedAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(note.updatedAt)).toBeLessThanOrEqual(service.clock.now());
});

verifies("notes:note:rich", async () => {
  const text = (words: string) => ({ type: "text" as const, text: words });
  const rich = aDocument(
    { type: "heading", attrs: { level: 1 }, content: [text("Nightly import")] },
    {
      type: "paragraph",
      content: [
        { ...text("Runs "), marks: [{ type: "bold" }, { type: "italic" }] },
        { ...text("import.sh"), marks: [{ type: "code" }] },
        { type: "hardBreak" },
        { ...text("manual"), marks: [{ type: "link", attrs: { href: "https://manual.example.com/import?a=1#b" } }] },
        { ...text("Ben"), marks: [{ type: "link", attrs: { href: "mailto:ben@example.com" } }] },
      ],
    },
    {
      type: "orderedList",
      attrs: { start: 3 },
      content: [
        { type: "listItem", content: [paragraph("First"), { type: "paragraph" }] },
        {
          type: "listItem",
          content: [{ type: "bulletList", content: [{ type: "listItem", content: aDocument("Inner").content }] }],
        },
      ],
    },
    { type: "codeBlock", content: [text("for file in *; do\n\techo $file\ndone")] },
    { type: "paragraph" },
  );
  await put("Orders.fmp12", aDocument("The one before"));
  const answer = await put("Orders.fmp12", rich);
  expect(answer.body.response?.note.document).toEqual(rich);
  const { note } = (await service.admin("GET", at("Orders"))).body.response;
  expect(note.document).toEqual(rich);
  expect(note.excerpt).toBe("Nightly import Runs import.sh manualBen First Inner for file in *; do echo $file done");
});

verifies("notes:name:matched", async () => {
  await put("Café Paris", aDocument("Open on Sundays"));
  for (const spelling of ["café paris.fmp12", "CAFÉ PARIS", "Cafe\u0301 Paris.FMP12"]) {
    const { note } = (await service.admin("GET", at(spelling))).body.response;
    expect(note, spelling).toMatchObject({ filename: "Café Paris.fmp12", excerpt: "Open on Sundays" });
  }
  await put("cafe\u0301 paris", aDocument("Closed"));
  const { notes } = (await service.admin("GET", "/svc/api/file-notes")).body.response;
  expect(notes.filter(({ filename }: { filename: string }) => /^caf/i.test(filename))).toHaveLength(1);
});

verifies("notes:state:none", async () => {
  await put("Private", aDocument("Its file may be open or closed"));
  const read = async () => (await service.admin("GET", at("Private"))).body.response.note;
  const open = await read();
  expect(Object.keys(open).sort()).toEqual(["document", "excerpt", "filename", "updatedAt", "version"]);
  const file = service.sandbox.world.database("Private");
  if (file === undefined) throw new Error("The sandbox has no such file");
  file.status = "CLOSED";
  expect(await read()).toEqual(open);
});

verifies("notes:get:by-name", "a file without a note has none, hosted or not", async () => {
  expect(await service.admin("GET", at("Archive.fmp12"))).toRefuseWith("note_not_found");
  expect(await service.admin("GET", at("Nowhere.fmp12"))).toRefuseWith("note_not_found");
});

verifies("notes:get:by-name", "an invalid file name is rejected", async () => {
  expect(await service.admin("GET", at(".."))).toRefuseWith("path_refused");
  expect(await service.admin("GET", at("a".repeat(300)))).toRefuseWith("input_invalid");
  expect(await service.admin("GET", at("\u0007"))).toRefuseWith("path_refused");
});

verifies("notes:get:by-name", "reading requires a management credential", async () => {
  expect(await service.raw("GET", at("Contacts"))).toRefuseWith("unauthenticated");
  expect(await service.raw("GET", at("Contacts"), { key: await service.aKey() })).toRefuseWith("wrong_kind_of_key");
});
