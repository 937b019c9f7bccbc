import type { Editor } from "@tiptap/core";
import { Bold, Code, Italic, Link, List, ListOrdered, type LucideIcon, Redo2, SquareCode, Undo2 } from "lucide-react";
import { useState } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { classes } from "../../ui/classes.ts";
import { LinkDialog } from "./link-dialog.tsx";

const text = noteMessages;
const levels = [1, 2, 3, 4] as const;

/** Formatting tools, each of which shows whether it is active at the cursor. */
export function NoteTools({ editor }: { readonly editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const does = () => editor.chain().focus();
  const level = levels.find((each) => editor.isActive("heading", { level: each }));
  return (
    <div role="toolbar" aria-label={text.tools} className="flex flex-wrap items-center gap-0.5">
      <select
        aria-label={text.style}
        value={level ?? 0}
        onChange={({ target }) => {
          const chosen = levels.find((each) => each === Number(target.value));
          if (chosen === undefined) does().setParagraph().run();
          else does().setHeading({ level: chosen }).run();
        }}
        className="mr-1 h-8 rounded-md border border-line-strong bg-panel px-1.5 text-sm"
      >
        <option value={0}>{text.paragraph}</option>
        {levels.map((each) => (
          <option key={each} value={each}>
            {text.heading(each)}
          </option>
        ))}
      </select>
      <Tool icon={Bold} label={text.bold} on={editor.isActive("bold")} onPress={() => does().toggleBold().run()} />
      <Tool
        icon={Italic}
        label={text.italic}
        on={editor.isActive("italic")}
        onPress={() => does().toggleItalic().run()}
      />
      <Tool icon={Code} label={text.code} on={editor.isActive("code")} onPress={() => does().toggleCode().run()} />
      <Tool icon={Link} label={text.link} on={editor.isActive("link")} onPress={() => setLinking(true)} />
      <Tool
        icon={List}
        label={text.bulletList}
        on={editor.isActive("bulletList")}
        onPress={() => does().toggleBulletList().run()}
      />
      <Tool
        icon={ListOrdered}
        label={text.orderedList}
        on={editor.isActive("orderedList")}
        onPress={() => does().toggleOrderedList().run()}
      />
      <Tool
        icon={SquareCode}
        label={text.codeBlock}
        on={editor.isActive("codeBlock")}
        onPress={() => does().toggleCodeBlock().run()}
      />
      {/* Phones have no space for these, and offer a gesture instead. */}
      <span className="hidden gap-0.5 sm:flex">
        <Tool icon={Undo2} label={text.undo} disabled={!editor.can().undo()} onPress={() => does().undo().run()} />
        <Tool icon={Redo2} label={text.redo} disabled={!editor.can().redo()} onPress={() => does().redo().run()} />
      </span>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

function Tool({
  icon: Icon,
  label,
  on,
  disabled = false,
  onPress,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly on?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(on !== undefined && { "aria-pressed": on })}
      disabled={disabled}
      // Pressing a tool must not clear the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={classes(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md disabled:opacity-40",
        on ? "bg-selection text-text" : "text-muted hover:bg-selection hover:text-text disabled:hover:bg-transparent",
      )}
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}
