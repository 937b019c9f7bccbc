import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PageCall } from "../../api/curl.ts";
import { TextField } from "../fields/field.tsx";
import { FormDialog } from "./form-dialog.tsx";
import SecretDialog from "./secret-dialog.tsx";

const dayHours = 24;
const maxHours = 720;

/** Replaces a secret, and shows the new one once. The previous one stays valid for some hours. */
export function ReplaceSecretDialog<Input>({
  name,
  title,
  text,
  replace,
  inputOf,
  curl,
  send = (save) => save(),
  onStored,
  children,
  onClose,
}: {
  /** Name of the object that the secret belongs to. */
  readonly name: string;
  readonly title: string;
  readonly text: {
    readonly text: string;
    /** Label of the field for the previous secret's remaining hours. */
    readonly hours: string;
    readonly submit: string;
    /** Purpose of the new secret. */
    readonly hint: string;
  };
  readonly replace: Pick<
    UseMutationResult<{ readonly secret: string | null }, Error, Input>,
    "mutate" | "isPending" | "error" | "data"
  >;
  readonly inputOf: (previousHours: number) => Input;
  readonly curl: (input: Input) => PageCall;
  /** Calls `save` if the children are complete. */
  readonly send?: (save: () => void) => void;
  /** Called if the user supplied the new secret, which isn't shown then. */
  readonly onStored?: () => void;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}) {
  const [hours, setHours] = useState(dayHours);
  const input = inputOf(hours);
  const made = replace.data?.secret;
  if (made) return <SecretDialog secrets={[{ name, secret: made }]} hint={text.hint} onClose={onClose} />;
  const save = () =>
    replace.mutate(input, {
      onSuccess: ({ secret }) => {
        if (secret === null) onStored?.();
      },
    });
  return (
    <FormDialog
      title={title}
      text={text.text}
      submit={text.submit}
      isBusy={replace.isPending}
      error={replace.error}
      curl={() => curl(input)}
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      {children}
      <TextField
        label={text.hours}
        type="number"
        min={0}
        max={maxHours}
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      />
    </FormDialog>
  );
}
