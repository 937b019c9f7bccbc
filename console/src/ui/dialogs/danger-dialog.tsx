import type { ReactNode } from "react";
import { useServerName } from "../values/server-name.tsx";
import { FormDialog, type FormDialogProps } from "./form-dialog.tsx";
import { useTypedName } from "./typed-name.tsx";

/** Objects that an action affects. */
export interface Affected {
  readonly list: ReactNode;
  /** Reason to type the name on every server. */
  readonly typedReason: string | undefined;
  /** False while the list is being read. */
  readonly canSubmit: boolean;
}

interface DangerDialogProps extends Omit<FormDialogProps, "text" | "danger" | "focus"> {
  /** Returns a text that names the server, so that users notice a wrong one. */
  readonly text: (server: string) => string;
  /** Name that users have to type on a production server. */
  readonly typedName?: string | undefined;
  /** Reason why the name has to be typed on every server. */
  readonly typedReason?: string | undefined;
  readonly affected?: Affected | undefined;
}

/** Asks for confirmation before something is deleted or users are interrupted. The safe button has the focus. */
export function DangerDialog({
  text,
  typedName,
  typedReason,
  affected,
  canSubmit = true,
  children,
  ...rest
}: DangerDialogProps) {
  const { nickname } = useServerName();
  const typed = useTypedName(typedName, typedReason ?? affected?.typedReason);
  return (
    <FormDialog
      look="danger"
      {...rest}
      danger
      focus="cancel"
      text={text(nickname)}
      canSubmit={canSubmit && (affected?.canSubmit ?? true) && typed.canSubmit}
    >
      {affected?.list}
      {children}
      {typed.field}
    </FormDialog>
  );
}
