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
  /** What the button says that does it. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  /** What the button says that leaves everything as it is. */
  readonly cancel?: string;
  /** Wears the server's colour. */
  readonly danger?: boolean;
  /** For many fields. */
  readonly wide?: boolean;
  /** Where the focus begins: at the first field, or at the button that leaves everything as it is. */
  readonly focus?: "field" | "cancel";
  readonly mayGoOn?: boolean;
  /** The call that it leads to, where its address alone opens it: who may not make that reads so, and cannot send the form. */
  readonly needs?: GuardedAddress | undefined;
  readonly isBusy?: boolean;
  /** Why it was not done. */
  readonly error?: Error | null | undefined;
  /** What else is to be said where it was not done. */
  readonly errorText?: ReactNode;
  /** Further actions, at the other end of the foot. */
  readonly actions?: ReactNode;
  /** What would be asked of the service, for those who would rather do it by a program. */
  readonly curl?: () => PageCall;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** Of several radio buttons the chosen one, as Tab goes. */
const firstField = "input:not([type=hidden], [type=radio]:not(:checked)), select, textarea";

/** A dialog with one form: Cancel and the button that does it, Enter as well, and at the foot why it was not done. */
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
  mayGoOn = true,
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
    if (mayGoOn && isOffered && !isBusy) onSubmit();
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
          <Button type="submit" form={id} onVisible={look} busy={isBusy} disabled={!mayGoOn || !isOffered}>
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
