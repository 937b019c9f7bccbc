import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, NoteDocument } from "#shared/contract/values/note-document.ts";
import { excerptOf } from "#shared/notes/rules.ts";
import { verifies } from "../support/verifies.ts";
import { aDocument } from "./support/document.ts";

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .filter((text) => !/\p{Cc}|\p{Cs}/u.test(text));
const mark = fc.oneof(
  fc.record({ type: fc.constantFrom("bold" as const, "italic" as const, "code" as const) }),
  fc.webUrl().map((href) => ({ type: "link" as const, attrs: { href } })),
);
const inline = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: words, marks: fc.array(mark, { maxLength: 4 }) }),
  fc.constant({ type: "hardBreak" as const }),
);
const line = fc.array(inline, { maxLength: 5 });
const simple: fc.Arbitrary<Block> = fc.oneof(
  line.map((content) => ({ type: "paragraph" as const, content })),
  fc.record({
    type: fc.constant("heading" as const),
    attrs: fc.record({ level: fc.integer({ min: 1, max: 4 }) }),
    content: line,
  }),
  words.map((text) => ({ type: "codeBlock" as const, content: [{ type: "text" as const, text }] })),
);
const blocks = (listsLeft: number): fc.Arbitrary<Block> =>
  listsLeft === 0
    ? simple
    : fc.oneof(
        { weight: 3, arbitrary: simple },
        {
          weight: 1,
          arbitrary: fc.record({
            type: fc.constantFrom("bulletList" as const, "orderedList" as const),
            content: fc.array(
              fc.record({
                type: fc.constant("listItem" as const),
                content: fc.array(blocks(listsLeft - 1), { maxLength: 3 }),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
        },
      );

verifies("notes:note:rich", "every document of the supported kinds is stored unchanged", () => {
  fc.assert(
    fc.property(fc.array(blocks(4), { maxLength: 5 }), (content) => {
      const document = aDocument(...content);
      expect(NoteDocument.parse(document)).toEqual(document);
    }),
  );
});

verifies("notes:put:safe", "anything else is rejected or converted to that form, and nothing breaks", () => {
  const anything = fc.jsonValue({ maxDepth: 8 });
  fc.assert(
    fc.property(fc.array(fc.oneof(anything, blocks(2)), { maxLength: 4 }), anything, (content, more) => {
      const parsed = NoteDocument.safeParse({ type: "doc", content, more });
      if (!parsed.success) return;
      expect(NoteDocument.parse(parsed.data)).toEqual(parsed.data);
      expect(Object.keys(parsed.data).sort()).toEqual(["content", "type"]);
    }),
  );
});

verifies("notes:list:excerpts", "an excerpt is one line of at most 200 characters, for any note", () => {
  fc.assert(
    fc.property(fc.array(blocks(3), { maxLength: 8 }), (content) => {
      const excerpt = excerptOf(aDocument(...content));
      expect([...excerpt].length).toBeLessThanOrEqual(200);
      expect(excerpt).toBe(excerpt.trim());
      expect(excerpt).not.toMatch(/\s\s|\n/u);
      expect(excerpt.isWellFormed()).toBe(true);
    }),
  );
});

test("an excerpt of exactly 200 characters isn't truncated, and a longer one says that it is", () => {
  expect(excerptOf(aDocument("x".repeat(200)))).toBe("x".repeat(200));
  expect(excerptOf(aDocument("x".repeat(201)))).toBe(`${"x".repeat(199)}…`);
  expect(excerptOf(aDocument())).toBe("");
});
