import type { UseMutationResult } from "@tanstack/react-query";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";

type Saving = Pick<UseMutationResult, "isPending" | "error">;

/** Dialog with a form that creates or changes an object. */
export function SaveDialog({
  before,
  labels,
  creating,
  saving,
  ...dialog
}: Omit<FormDialogProps, "title" | "submit" | "isBusy" | "error"> & {
  /** Name of the object to change. Undefined: an object is created. */
  readonly before: string | undefined;
  readonly labels: {
    readonly createTitle: string;
    readonly editTitle: (name: string) => string;
    readonly createSubmit: string;
    readonly editSubmit: string;
  };
  readonly creating: Saving;
  readonly saving: Saving;
}) {
  const isNew = before === undefined;
  return (
    <FormDialog
      {...dialog}
      title={isNew ? labels.createTitle : labels.editTitle(before)}
      submit={isNew ? labels.createSubmit : labels.editSubmit}
      isBusy={creating.isPending || saving.isPending}
      error={creating.error ?? saving.error}
    />
  );
}
