import type { UseMutationResult } from "@tanstack/react-query";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Affected } from "./danger-dialog.tsx";
import type { FormDialogProps } from "./form-dialog.tsx";

/** Asks for confirmation before a named object is deleted, and announces the deletion. `remove` deletes the object in `input`. */
export function DeletionDialog<Input>({
  name,
  text,
  remove,
  input,
  curl,
  affected,
  onDeleted,
  onClose,
}: {
  readonly name: string;
  readonly text: {
    readonly removeTitle: (name: string) => string;
    /** Returns a text that names the server and everything that is deleted. */
    readonly removeText: (server: string) => string;
    readonly removeSubmit: string;
    readonly removed: (name: string) => string;
  };
  readonly remove: Pick<UseMutationResult<unknown, Error, Input>, "mutate" | "isPending" | "error">;
  readonly input: Input;
  readonly curl: NonNullable<FormDialogProps["curl"]>;
  readonly affected?: Affected | undefined;
  readonly onDeleted?: (() => void) | undefined;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={text.removeTitle(name)}
      text={text.removeText}
      submit={text.removeSubmit}
      change={remove}
      input={input}
      done={() => text.removed(name)}
      curl={curl}
      affected={affected}
      typedName={affected?.typedReason === undefined ? undefined : name}
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
