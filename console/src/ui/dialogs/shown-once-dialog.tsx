import { useBlocker } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../buttons/button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** Texts of the confirmation before content that wasn't copied is lost. */
export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  readonly leave: string;
  readonly stay: string;
}

/** Dialog for content that is shown only once and exists only here. Leaving without a copy requires a confirmation. */
export function ShownOnceDialog({
  title,
  text,
  done,
  question,
  initialFocus,
  actions,
  children,
  onClose,
}: {
  readonly title: string;
  readonly text: ReactNode;
  /** Label of the button that closes the dialog. */
  readonly done: string;
  readonly question: LeaveQuestion;
  readonly initialFocus?: ComponentProps<typeof Dialog>["initialFocus"];
  /** Call `onCopied` once the content is safe. */
  readonly actions?: (onCopied: () => void) => ReactNode;
  readonly children: (onCopied: () => void) => ReactNode;
  readonly onClose: () => void;
}) {
  const [asks, setAsks] = useState(false);
  // True once the content is copied or given up.
  const mayLeave = useRef(false);
  const leaving = useBlocker({
    shouldBlockFn: () => !mayLeave.current,
    enableBeforeUnload: () => !mayLeave.current,
    withResolver: true,
  });
  const close = () => (mayLeave.current ? onClose() : setAsks(true));
  const onCopied = () => {
    mayLeave.current = true;
  };
  // Staying cancels the navigation: closing the dialog later must not resume it.
  const stay = () => {
    leaving.reset?.();
    setAsks(false);
  };
  const leave = () => {
    onCopied();
    if (leaving.status === "blocked") leaving.proceed();
    else onClose();
  };
  useEffect(() => {
    if (leaving.status === "blocked") setAsks(true);
  }, [leaving.status]);

  return (
    <>
      <Dialog
        open
        wide
        onClose={close}
        {...(initialFocus && { initialFocus })}
        title={title}
        text={text}
        actions={
          <>
            {actions?.(onCopied)}
            <Button onClick={close}>{done}</Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">{children(onCopied)}</div>
      </Dialog>
      {asks && (
        <FormDialog
          title={question.title}
          text={question.text}
          submit={question.leave}
          look="danger"
          cancel={question.stay}
          focus="cancel"
          onClose={stay}
          onSubmit={leave}
        />
      )}
    </>
  );
}
