import { afterAll, expect } from "vitest";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { newestEntry, trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aDocument, nestedList } from "./support/document.ts";

const service = await testService();
afterAll(() => service.stop());

const at = (filename: string) => `/svc/api/file-notes/${filename}`;
const put = (filename: string, document: unknown, version?: number) =>
  service.admin("PUT", at(filename), { document, ...(version !== undefined && { version }) });
const read = async (filename: string) => (await service.admin("GET", at(filename))).body.response.note;
const linked = (href: string) =>
  aDocument({ type: "paragraph", content: [{ type: "text", text: "x", marks: [{ type: "link", attrs: { href } }] }] });

verifies("notes:put:version", async () => {
  expect((await put("Contacts", aDocument("one"), 0)).body.response.note.version).toBe(1);
  expect((await put("Contacts", aDocument("two"), 1)).body.response.note.version).toBe(2);
  const stale = await put("Contacts", aDocument("three"), 1);
  expect(stale).toRefuseWith("note_changed");
  expect(stale.body.response).toEqual({ version: 2 });
  expect(await put("Contacts", aDocument("three"), 0)).toRefuseWith("note_changed");
  expect(await put("Nowhere", aDocument("three"), 4)).toRefuseWith("note_changed");
  expect((await read("Contacts")).excerpt).toBe("two");
});

verifies("notes:put:version", "of many parallel writes over the same version, one succeeds", async () => {
  const { version } = (await put("Race", aDocument("begin"))).body.response.note;
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => put("Race", aDocument(`writer ${index}`), version)),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  for (const refused of answers.filter(({ status }) => status !== 200)) expect(refused).toRefuseWith("note_changed");
  expect(await read("Race")).toEqual(done[0]?.body.response.note);
});

verifies("notes:put:version", "without a version, any existing note is replaced, and no write is lost", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => put("Last", aDocument(`writer ${index}`))));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const versions = answers.map(({ body }) => body.response.note.version);
  expect(versions.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
});

verifies("notes:put:safe", async () => {
  const sent = {
    type: "doc",
    onload: "alert(1)",
    content: [
      {
        type: "paragraph",
        attrs: { style: "position:fixed", textAlign: null },
        content: [
          {
            type: "text",
            text: "<script>alert(1)</script>",
            marks: [{ type: "link", attrs: { href: "https://a.example", target: "_top", onclick: "alert(1)" } }],
          },
        ],
      },
    ],
  };
  const { messages, response } = (await put("Safe", sent)).body;
  const { note } = response;
  const kept = { type: "link", attrs: { href: "https://a.example" } };
  const text = { type: "text", text: "<script>alert(1)</script>", marks: [kept] };
  expect(note.document).toEqual({ type: "doc", content: [{ type: "paragraph", content: [text] }] });
  expect(await read("Safe")).toEqual(note);
  const passedOver = messages.slice(1).map(({ text: note }: { text: string }) => note.split(":")[0]);
  const mark = "document.content.0.content.0.marks.0.attrs";
  expect(passedOver).toEqual(
    ["document.onload", "document.content.0.attrs", `${mark}.target`, `${mark}.onclick`].map((name) => `\`${name}\``),
  );
});

const unsafeLinks = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  " https://a.example",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "//a.example",
  "/svc/api/api-key",
  "#here",
  "",
  "https://",
  "https:svc/api/api-key",
  "https:/svc/api/api-key",
  "https:\\\\a.example",
  "https://ada:secret@a.example",
  "mailto:",
  `https://a.example/${"x".repeat(2048)}`,
];

verifies("notes:put:safe", "a link leads to a web or email address, or the note is rejected", async () => {
  for (const href of unsafeLinks) {
    const answer = await put("Links", linked(href));
    expect(answer, href).toRefuseWith("input_invalid");
    expect(answer.body.messages[0].text, href).toContain("document.content.0.content.0.marks.0.attrs.href");
  }
  expect(await service.admin("GET", at("Links"))).toRefuseWith("note_not_found");
});

verifies("notes:put:safe", "an unknown kind of block or format is rejected, and nothing is written", async () => {
  const text = { type: "text", text: "x" };
  const wrong: readonly unknown[] = [
    "text",
    [],
    { type: "doc" },
    { type: "html", content: [] },
    { type: "doc", content: [{ type: "image", attrs: { src: "https://a.example/pixel.gif" } }] },
    { type: "doc", content: [{ type: "paragraph", content: [{ type: "iframe" }] }] },
    { type: "doc", content: [{ type: "paragraph", content: [{ ...text, marks: [{ type: "highlight" }] }] }] },
    { type: "doc", content: [{ type: "heading", attrs: { level: 7 }, content: [text] }] },
    { type: "doc", content: [{ type: "codeBlock", content: [{ type: "hardBreak" }] }] },
    { type: "doc", content: [{ type: "bulletList", content: [{ type: "paragraph" }] }] },
    { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "bell \u0007" }] }] },
  ];
  for (const document of wrong)
    expect(await put("Wrong", document), JSON.stringify(document)).toRefuseWith("input_invalid");
  const half = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "half \ud800" }] }] };
  expect(await put("Wrong", half)).toRefuseWith("json_invalid");
  expect(await service.admin("PUT", at("Wrong"), {})).toRefuseWith("input_invalid");
  expect(await service.admin("GET", at("Wrong"))).toRefuseWith("note_not_found");
});

verifies("notes:put:limits", async () => {
  expect((await put("Deep", aDocument(nestedList(4)))).status).toBe(200);
  expect((await read("Deep")).document).toEqual(aDocument(nestedList(4)));
  const deep = await put("Deep", aDocument(nestedList(5)));
  expect(deep).toRefuseWith("input_invalid");
  expect(deep.body.messages[0].text).toContain("at most 4 deep");
  expect(await put("Deep", aDocument(nestedList(30)))).toRefuseWith("json_invalid");

  const pages = (count: number): NoteDocument => aDocument(...Array<string>(count).fill("x".repeat(9_900)));
  expect((await put("Long", pages(10))).status).toBe(200);
  const large = await put("Long", pages(11));
  expect(large).toRefuseWith("note_too_large");
  expect(large.body.response).toEqual({ sizeBytes: expect.any(Number), largestBytes: 100_000 });
  expect(await put("Long", pages(120))).toRefuseWith("body_too_large");
  expect(await read("Long")).toMatchObject({ version: 1, document: pages(10) });
});

verifies("notes:put:audited", async () => {
  await put("contacts.FMP12", aDocument("the safe opens with Zinnober-4711"));
  expect(await newestEntry(service)).toMatchObject({
    action: "putFileNote",
    objects: ["file-note:contacts.fmp12"],
    outcome: "done",
  });
  await service.admin("DELETE", at("contacts.fmp12"));
  expect(await newestEntry(service)).toMatchObject({ action: "deleteFileNote", objects: ["file-note:contacts.fmp12"] });
  expect(JSON.stringify(await trailOf(service)())).not.toContain("Zinnober");
  expect(await service.logs()).not.toContain("Zinnober");
});

verifies("notes:put:safe", "writing requires a management credential", async () => {
  const json = { document: aDocument("by an unknown caller") };
  expect(await service.raw("PUT", at("Unknown"), { json })).toRefuseWith("unauthenticated");
  expect(await service.raw("PUT", at("Unknown"), { json, key: await service.aKey() })).toRefuseWith(
    "wrong_kind_of_key",
  );
  expect(await service.admin("GET", at("Unknown"))).toRefuseWith("note_not_found");
});
