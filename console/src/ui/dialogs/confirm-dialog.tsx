import type { UseMutationResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { announce } from "../feedback/toasts.tsx";
import { DangerDialog } from "./danger-dialog.tsx";

/** Asks for confirmation before an irreversible action, runs it, and announces the result. */
export function ConfirmDialog<Output, Input>({
  change,
  input,
  done,
  onDone,
  onClose,
  ...dialog
}: Omit<ComponentProps<typeof DangerDialog>, "isBusy" | "error" | "onSubmit"> & {
  readonly change: Pick<UseMutationResult<Output, Error, Input>, "mutate" | "isPending" | "error">;
  readonly input: Input;
  /** Returns the announcement. */
  readonly done: (output: Output) => string;
  readonly onDone?: ((output: Output) => void) | undefined;
}) {
  const onSuccess = (output: Output) => {
    announce(done(output));
    onClose();
    onDone?.(output);
  };
  return (
    <DangerDialog
      {...dialog}
      isBusy={change.isPending}
      error={change.error}
      onClose={onClose}
      onSubmit={() => change.mutate(input, { onSuccess })}
    />
  );
}
