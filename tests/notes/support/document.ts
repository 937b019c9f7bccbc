import type { Block, NoteDocument } from "#shared/contract/values/note-document.ts";

/** Returns a note of one paragraph, or of the given blocks. */
export function aDocument(...content: readonly (string | Block)[]): NoteDocument {
  return { type: "doc", content: content.map((part) => (typeof part === "string" ? paragraph(part) : part)) };
}

export function paragraph(text: string): Block {
  return { type: "paragraph", content: [{ type: "text", text }] };
}

/** Returns a list nested to this number of levels. */
export function nestedList(levels: number): Block {
  const inner = levels === 1 ? [] : [nestedList(levels - 1)];
  return { type: "bulletList", content: [{ type: "listItem", content: [paragraph(`level ${levels}`), ...inner] }] };
}
