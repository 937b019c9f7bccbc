import type { ReactNode } from "react";
import type { Block, NoteDocument } from "#shared/contract/values/note-document.ts";
import { isLinkable } from "./linkable.ts";

type Line = Extract<Block, { type: "paragraph" }>["content"];
type Inline = NonNullable<Line>[number];

/** Levels below the headings of the page and the panel. */
const headings = ["h3", "h4", "h5", "h6"] as const;

/** Renders a stored note, without the editor and without interpreting HTML. */
export function NoteView({ document }: { readonly document: NoteDocument }) {
  return <div className="note">{drawn(document.content)}</div>;
}

function drawn(blocks: readonly Block[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one document, which renders as a whole when it changes
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.type) {
    case "heading": {
      const Heading = headings[block.attrs.level - 1] ?? "h6";
      return <Heading data-level={block.attrs.level}>{lineOf(block.content)}</Heading>;
    }
    case "codeBlock":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{(block.content ?? []).map(({ text }) => text).join("")}</code>
        </pre>
      );
    case "bulletList":
      return <ul>{itemsOf(block)}</ul>;
    case "orderedList":
      return <ol start={block.attrs?.start}>{itemsOf(block)}</ol>;
    case "paragraph":
      return <p>{lineOf(block.content)}</p>;
  }
}

function itemsOf({ content }: Extract<Block, { type: "bulletList" | "orderedList" }>): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one document, which renders as a whole when it changes
  return content.map((item, index) => <li key={index}>{drawn(item.content)}</li>);
}

function lineOf(line: Line): ReactNode {
  if (line === undefined || line.length === 0) return <br />;
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one document, which renders as a whole when it changes
  return line.map((inline, index) => <InlineView key={index} inline={inline} />);
}

function InlineView({ inline }: { readonly inline: Inline }) {
  if (inline.type === "hardBreak") return <br />;
  let looks: ReactNode = inline.text;
  for (const mark of (inline.marks ?? []).toReversed()) {
    if (mark.type === "bold") looks = <strong>{looks}</strong>;
    if (mark.type === "italic") looks = <em>{looks}</em>;
    if (mark.type === "code") looks = <code>{looks}</code>;
    if (mark.type === "link" && isLinkable(mark.attrs.href))
      looks = (
        <a href={mark.attrs.href} target="_blank" rel="noopener noreferrer">
          {looks}
        </a>
      );
  }
  return looks;
}
