import type { Block, NoteDocument } from "#shared/contract/values/note-document.ts";

/** A note of one paragraph, or of the blocks that are given. */
export function aDocument(...content: readonly (string | Block)[]): NoteDocument {
  return { type: "doc", content: content.map((part) => (typeof part === "string" ? paragraph(part) : part)) };
}

export function paragraph(text: string): Block {
  return { type: "paragraph", content: [{ type: "text", text }] };
}

/** A list in a list in a list. */
export function nestedList(levels: number): Block {
  const inner = levels === 1 ? [] : [nestedList(levels - 1)];
  return { type: "bulletList", content: [{ type: "listItem", content: [paragraph(`level ${levels}`), ...inner] }] };
}
