import type { Block, NoteDocument } from "#shared/contract/values/note-document.ts";

/** Returns a note as plain text, for a mail or text file. */
export function plainText({ content }: NoteDocument): string {
  return content.map((block) => textOf(block, "")).join("\n\n");
}

function textOf(block: Block, indent: string): string {
  if (block.type === "bulletList" || block.type === "orderedList") {
    const start = block.attrs?.start ?? 1;
    return block.content
      .map(({ content }, index) => {
        const sign = block.type === "bulletList" ? "-" : `${start + index}.`;
        return `${indent}${sign} ${content
          .map((inner) => textOf(inner, `${indent}  `))
          .join("\n")
          .trimStart()}`;
      })
      .join("\n");
  }
  const line = (block.content ?? []).map((inline) => (inline.type === "text" ? inline.text : "\n")).join("");
  return indent + line.replaceAll("\n", `\n${indent}`);
}
