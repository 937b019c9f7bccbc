import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";

const text = messages.keys.ready;

/** The one time that a key's value is seen. It lives in this dialog and nowhere else in the page. */
export function NewKeyDialog<Kind extends "curl" | "typescript" | "odata" | "filemaker">({
  value,
  requests,
  kinds,
  children,
  onClose,
}: {
  readonly value: string;
  readonly requests: Readonly<Record<Kind, string>>;
  readonly kinds: readonly [Kind, ...Kind[]];
  /** What the requests can be fitted to. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const first = useRef<HTMLButtonElement>(null);
  const [asks, setAsks] = useState(false);
  // Copied, or given up: nothing is lost any more.
  const mayLeave = useRef(false);
  const leaving = useBlocker({
    shouldBlockFn: () => !mayLeave.current,
    enableBeforeUnload: () => !mayLeave.current,
    withResolver: true,
  });
  const close = () => (mayLeave.current ? onClose() : setAsks(true));
  const noted = () => {
    mayLeave.current = true;
  };
  // A user who stays has given up the navigation: a later Done does not resume it.
  const stay = () => {
    leaving.reset?.();
    setAsks(false);
  };
  const leave = () => {
    noted();
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
        initialFocus={first}
        title={text.title}
        text={text.text}
        actions={
          <>
            <CopyButton text={requests[kind]} label={text.copyRequest(text[kind])} look="primary" onCopied={noted} />
            <Button onClick={close}>{text.done}</Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
            <code data-testid="new-key" className="min-w-0 flex-1 basis-60 break-all font-mono text-sm">
              {value}
            </code>
            <CopyButton ref={first} text={value} label={text.copyKey} onCopied={noted} />
          </div>
          {children}
          <Tabs
            label={text.requests}
            value={kind}
            onChange={setKind}
            tabs={kinds.map((name) => ({ name, text: text[name] }))}
          >
            <section
              aria-label={text.requests}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
              tabIndex={0}
              className="h-40 overflow-auto rounded-md border border-line bg-page p-3"
            >
              <pre className="whitespace-pre-wrap break-words font-mono text-sm">{requests[kind]}</pre>
            </section>
          </Tabs>
        </div>
      </Dialog>
      {asks && (
        <FormDialog
          title={text.leaveTitle}
          text={text.leaveText}
          submit={text.leave}
          look="danger"
          cancel={text.stay}
          focus="cancel"
          onClose={stay}
          onSubmit={leave}
        />
      )}
    </>
  );
}
