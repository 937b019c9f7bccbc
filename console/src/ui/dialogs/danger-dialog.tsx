import { useServerName } from "../values/server-name.tsx";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";
import { useTypedName } from "./typed-name.tsx";

interface DangerDialogProps extends Omit<FormDialogProps, "text" | "danger" | "focus"> {
  /** Names the server, so that nobody destroys on the wrong one. */
  readonly text: (server: string) => string;
  /** What has to be typed on a server that is marked as production. */
  readonly typedName?: string | undefined;
}

/** A confirmation before something is deleted or users are interrupted. The safe button has the focus. */
export function DangerDialog({ text, typedName, mayGoOn = true, children, ...rest }: DangerDialogProps) {
  const { nickname } = useServerName();
  const typed = useTypedName(typedName);
  return (
    <FormDialog look="danger" {...rest} danger focus="cancel" text={text(nickname)} mayGoOn={mayGoOn && typed.mayGoOn}>
      {children}
      {typed.field}
    </FormDialog>
  );
}
