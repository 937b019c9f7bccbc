import { type FormEvent, type ReactNode, useId, useRef } from "react";
import type { PageCall } from "../../api/curl.ts";
import { useMayCall } from "../../api/role.ts";
import type { GuardedAddress } from "../../api/role-for.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../buttons/button.tsx";
import { CurlButton } from "../buttons/curl-button.tsx";
import { Refusal } from "../feedback/refusal.tsx";
import { Dialog } from "./dialog.tsx";

export interface FormDialogProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Label of the button that sends the form. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  /** Label of the button that closes the dialog. */
  readonly cancel?: string;
  /** True if the dialog has the server's color. */
  readonly danger?: boolean;
  /** True for many fields. */
  readonly wide?: boolean;
  /** Element with the initial focus: the first field, or the cancel button. */
  readonly focus?: "field" | "cancel";
  readonly canSubmit?: boolean;
  /** Call of the form, if an address alone can open the dialog: users who can't make the call see that, and can't send the form. */
  readonly needs?: GuardedAddress | undefined;
  readonly isBusy?: boolean;
  /** Reason of a failure. */
  readonly error?: Error | null | undefined;
  /** Additional text about a failure. */
  readonly errorText?: ReactNode;
  /** Further actions, at the other end of the button bar. */
  readonly actions?: ReactNode;
  /** Returns the call of the form, for users who prefer to make it with a program. */
  readonly curl?: () => PageCall;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** Of several radio buttons, the selected one, like with Tab. */
const firstField = "input:not([type=hidden], [type=radio]:not(:checked)), select, textarea";

/** Dialog with a form: a cancel button, a button that sends the form, as does Enter, and failures at the bottom. */
export function FormDialog({ needs, ...form }: FormDialogProps) {
  return needs === undefined ? <Form {...form} isOffered /> : <FormByRole {...form} needs={needs} />;
}

function FormByRole({ needs, ...form }: Omit<FormDialogProps, "needs"> & { readonly needs: GuardedAddress }) {
  return <Form {...form} isOffered={useMayCall()(needs)} />;
}

function Form({
  title,
  text,
  submit,
  look = "primary",
  cancel = messages.dialog.cancel,
  danger = false,
  wide = false,
  focus = "field",
  canSubmit = true,
  isOffered,
  isBusy = false,
  error,
  errorText,
  actions,
  curl,
  onClose,
  onSubmit,
  children,
}: Omit<FormDialogProps, "needs"> & { readonly isOffered: boolean }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit && isOffered && !isBusy) onSubmit();
  };
  return (
    <Dialog
      open
      wide={wide}
      danger={danger}
      onClose={onClose}
      title={title}
      text={text}
      initialFocus={() => (focus === "cancel" ? safe.current : form.current?.querySelector<HTMLElement>(firstField))}
      actions={
        <>
          {actions}
          {curl && <CurlButton className="mr-auto" calls={() => [curl()]} />}
          <Button ref={safe} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={id} look={look} busy={isBusy} disabled={!canSubmit || !isOffered}>
            {submit}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={send}>
        {children}
        {!isOffered && <p className="text-warn">{messages.dialog.notOffered}</p>}
        {error && <Refusal error={error} />}
        {error && errorText}
      </form>
    </Dialog>
  );
}
