import { useBlocker } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../buttons/button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** What is asked before something is lost that was not copied. */
export interface LeaveQuestion {
  readonly title: string;
  readonly text: string;
  readonly leave: string;
  readonly stay: string;
}

/** Something that is seen this one time. It lives in this dialog and nowhere else in the page, and leaving it without a copy asks once. */
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
  /** What the button says that closes it. */
  readonly done: string;
  readonly question: LeaveQuestion;
  readonly initialFocus?: ComponentProps<typeof Dialog>["initialFocus"];
  /** `onCopied` says that nothing is lost any more. */
  readonly actions?: (onCopied: () => void) => ReactNode;
  readonly children: (onCopied: () => void) => ReactNode;
  readonly onClose: () => void;
}) {
  const [asks, setAsks] = useState(false);
  // Copied, or given up: nothing is lost any more.
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
  // A user who stays has given up the navigation: a later Done does not resume it.
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
