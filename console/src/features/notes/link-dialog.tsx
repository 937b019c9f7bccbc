import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { noteWords } from "../../words/notes.ts";
import { words } from "../../words/words.ts";
import { isLinkable } from "./linkable.ts";

const text = noteWords;

/** Where the chosen words lead. Without chosen words the address itself is written. */
export function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const before = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(before || "https://");
  const [isWrong, setWrong] = useState(false);
  const finish = (change: () => void) => {
    change();
    onClose();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = typed.trim();
    if (!isLinkable(href)) return setWrong(true);
    finish(() => {
      if (editor.state.selection.empty && before === "")
        editor.commands.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] });
      else editor.chain().extendMarkRange("link").setLink({ href }).run();
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.linkTitle}
      actions={
        <>
          {before !== "" && (
            <Button
              className="mr-auto"
              onClick={() => finish(() => editor.chain().extendMarkRange("link").unsetLink().run())}
            >
              {text.linkRemove}
            </Button>
          )}
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="note-link" look="primary">
            {text.linkSet}
          </Button>
        </>
      }
    >
      <form id="note-link" noValidate onSubmit={submit}>
        <TextField
          label={text.linkAddress}
          hint={text.linkHint}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={isWrong && !isLinkable(typed.trim()) ? text.linkWrong : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
