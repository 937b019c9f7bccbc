import { Editor, type JSONContent } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { UndoRedo } from "@tiptap/extensions";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { NoteDocument } from "#shared/contract/values/note-document.ts";
import { isLinkable } from "./linkable.ts";

const emptyDocument: NoteDocument = { type: "doc", content: [{ type: "paragraph" }] };
/** Maximum depth of lists in the service. */
const deepestList = 4;

/** Only nodes and marks that the service stores. */
const extensions = [
  Document,
  Paragraph,
  Text,
  Heading.configure({ levels: [1, 2, 3, 4] }),
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  CodeBlock,
  HardBreak,
  Bold,
  Italic,
  Code,
  Link.configure({ openOnClick: false, defaultProtocol: "https", isAllowedUri: (href) => isLinkable(href) }),
  UndoRedo,
];

/** Creates the editor in its container, and renders again whenever its tools can change. */
export function useNoteEditor(
  first: NoteDocument | undefined,
  label: string,
): {
  readonly container: RefObject<HTMLDivElement | null>;
  readonly editor: Editor | undefined;
} {
  const container = useRef<HTMLDivElement>(null);
  const start = useRef({ first, label });
  const [editor, setEditor] = useState<Editor>();
  const [, setTurn] = useState(0);
  useEffect(() => {
    const made = new Editor({
      element: container.current,
      extensions,
      content: contentOf(start.current.first),
      autofocus: "end",
      // The page's policy blocks style elements; styles.css has the required rules.
      injectCSS: false,
      editorProps: {
        attributes: { "aria-label": start.current.label, "aria-multiline": "true", role: "textbox", class: "note" },
        handleKeyDown: (_view, event) => event.key === "Tab" && !event.shiftKey && listDepth(made) >= deepestList,
      },
      onTransaction: () => setTurn((turn) => turn + 1),
    });
    setEditor(made);
    return () => {
      made.destroy();
      setEditor(undefined);
    };
  }, []);
  return { container, editor };
}

/** Returns the document in the service's format. */
export function documentOf(editor: Editor): NoteDocument {
  return editor.getJSON() as NoteDocument;
}

/** Shows another document without reporting a change. */
export function showDocument(editor: Editor, document: NoteDocument | undefined): void {
  editor.commands.setContent(contentOf(document), { emitUpdate: false });
}

/** Returns a copy, because the editor's type for documents is mutable. */
function contentOf(document: NoteDocument | undefined): JSONContent {
  return structuredClone(document ?? emptyDocument) as JSONContent;
}

function listDepth({ state }: Editor): number {
  const { $from } = state.selection;
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name).filter(
    (name) => name === "bulletList" || name === "orderedList",
  ).length;
}
