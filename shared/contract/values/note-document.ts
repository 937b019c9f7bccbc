import * as z from "zod";

/** Maximum nesting depth of lists. */
export const deepestList = 4;

type Mark =
  | { readonly type: "bold" | "italic" | "code" }
  | { readonly type: "link"; readonly attrs: { readonly href: string } };
type Inline =
  | { readonly type: "text"; readonly text: string; readonly marks?: readonly Mark[] | undefined }
  | { readonly type: "hardBreak" };
type ListItem = { readonly type: "listItem"; readonly content: readonly Block[] };

/** Block of a note, on lines of its own. */
export type Block =
  | { readonly type: "paragraph"; readonly content?: readonly Inline[] | undefined }
  | {
      readonly type: "heading";
      readonly attrs: { readonly level: number };
      readonly content?: readonly Inline[] | undefined;
    }
  | {
      readonly type: "codeBlock";
      readonly content?: readonly { readonly type: "text"; readonly text: string }[] | undefined;
    }
  | {
      readonly type: "bulletList" | "orderedList";
      readonly attrs?: { readonly start?: number | undefined } | undefined;
      readonly content: readonly ListItem[];
    };

/** Text of a note as a tree of blocks. */
export type NoteDocument = { readonly type: "doc"; readonly content: readonly Block[] };

const maxInBlock = 2_000;

const Text = z
  .string()
  .min(1)
  .max(50_000)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, "must be text without control characters")
  .describe("Text.");

const Href = z
  .string()
  .max(2048)
  .refine(isLinkable, "must be a whole address that begins with http://, https:// or mailto:, without a password")
  .describe("Target of the link: http, https or mailto.");

const Mark = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["bold", "italic", "code"]).describe("Text style.") }),
  z.object({
    type: z.literal("link").describe("Always `link`."),
    attrs: z.object({ href: Href }).describe("Target of the link."),
  }),
]);

const Inline = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text").describe("`text`, or `hardBreak` for a line break."),
    text: Text,
    marks: z.array(Mark).max(4).optional().describe("Text styles."),
  }),
  z.object({ type: z.literal("hardBreak").describe("`text`, or `hardBreak` for a line break.") }),
]);

const Line = z.array(Inline).max(maxInBlock).optional().describe("Styled text; omitted for an empty line.");
const kindOfBlock = "Type of the block.";
const ofBlock = "Attributes of the block: the level of a heading, or the start number of an ordered list.";

const simpleBlocks = [
  z.object({ type: z.literal("paragraph").describe(kindOfBlock), content: Line }),
  z.object({
    type: z.literal("heading").describe(kindOfBlock),
    attrs: z.object({ level: z.int().min(1).max(4).describe("From 1 (largest) to 4.") }).describe(ofBlock),
    content: Line,
  }),
  z.object({
    type: z.literal("codeBlock").describe(kindOfBlock),
    content: z
      .array(z.object({ type: z.literal("text").describe("Always `text`."), text: Text }))
      .max(maxInBlock)
      .optional()
      .describe("Code, with line breaks."),
  }),
] as const;

/** Returns the schema of blocks. Nested lists are spelled out level by level, so that the schema limits their depth. */
function blocks(listsLeft: number): z.ZodType<readonly Block[]> {
  const block =
    listsLeft === 0
      ? z.discriminatedUnion("type", simpleBlocks, { error: unknownBlock })
      : z.discriminatedUnion("type", [...simpleBlocks, list(blocks(listsLeft - 1))], { error: unknownBlock });
  const all = z.array(block).max(maxInBlock).describe("Blocks in order.");
  if (listsLeft === deepestList) return all;
  // In documents every level would repeat the same text.
  const again = { type: "array" as const, items: { type: "object" as const } };
  return all.meta({
    description: `Blocks with the same schema as those around the list. Lists can be nested ${deepestList} levels deep.`,
    override: again,
  });
}

function list(content: z.ZodType<readonly Block[]>) {
  const item = z.object({ type: z.literal("listItem").describe("Always `listItem`."), content });
  return z.object({
    type: z.enum(["bulletList", "orderedList"]).describe(kindOfBlock),
    attrs: z
      .object({ start: z.int().min(0).max(1_000_000).optional().describe("Number of the first item.") })
      .optional()
      .describe(ofBlock),
    content: z.array(item).min(1).max(maxInBlock).describe("Items of the list."),
  });
}

function unknownBlock(): string {
  return `must be a paragraph, heading, codeBlock, bulletList or orderedList, with lists at most ${deepestList} deep`;
}

/**
 * Document of a note, in the format of ProseMirror editors. Unknown attributes are removed; unknown kinds of blocks or marks are
 * rejected.
 */
export const NoteDocument: z.ZodType<NoteDocument> = z
  .object({ type: z.literal("doc").describe("Always `doc`."), content: blocks(deepestList) })
  .describe("Headings, paragraphs, lists and code, with bold, italic, code and links.");

/** True for a link that runs no code, doesn't lead into this console as a relative URL, and contains no password. */
function isLinkable(href: string): boolean {
  if (/[\s\\\p{Cc}\p{Cs}]/u.test(href) || !/^(?:https?:\/\/[^/]|mailto:.)/i.test(href) || !URL.canParse(href))
    return false;
  const { username, password } = new URL(href);
  return username === "" && password === "";
}
