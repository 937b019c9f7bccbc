import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { noteMessages } from "../../messages/english/notes.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { isLinkable } from "./linkable.ts";

const text = noteMessages;

/** Form for the link of the selected text. Without a selection, the address itself becomes the text. */
export function LinkDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const before = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(before || "https://");
  const [isWrong, setWrong] = useState(false);
  const finish = (change: () => void) => {
    change();
    onClose();
    editor.commands.focus();
  };
  const submit = () => {
    const href = typed.trim();
    if (!isLinkable(href)) return setWrong(true);
    finish(() => {
      if (editor.state.selection.empty && before === "")
        editor.commands.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] });
      else editor.chain().extendMarkRange("link").setLink({ href }).run();
    });
  };
  const remove = () => finish(() => editor.chain().extendMarkRange("link").unsetLink().run());
  return (
    <FormDialog
      title={text.linkTitle}
      submit={text.linkSet}
      actions={
        before !== "" && (
          <Button className="mr-auto" onClick={remove}>
            {text.linkRemove}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text.linkAddress}
        hint={text.linkHint}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        error={isWrong && !isLinkable(typed.trim()) ? text.linkWrong : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
