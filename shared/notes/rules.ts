import type { Block, NoteDocument } from "#shared/contract/values/note-document.ts";

/** Maximum size of a note in bytes of JSON. */
export const largestNoteBytes = 100_000;

const longestExcerpt = 200;

/** Returns the beginning of a note as plain text in one line. */
export function excerptOf({ content }: NoteDocument): string {
  const text = content.map(textOf).join(" ").replace(/\s+/gu, " ").trim();
  const characters = [...text];
  return characters.length <= longestExcerpt
    ? text
    : `${characters
        .slice(0, longestExcerpt - 1)
        .join("")
        .trimEnd()}…`;
}

function textOf(block: Block): string {
  if (block.type === "bulletList" || block.type === "orderedList")
    return block.content.flatMap((item) => item.content.map(textOf)).join(" ");
  return (block.content ?? []).map((inline) => (inline.type === "text" ? inline.text : " ")).join("");
}
