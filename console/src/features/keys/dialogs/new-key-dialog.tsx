import { type ReactNode, useRef, useState } from "react";
import { newKeyMessages } from "../../../messages/english/keys/new-key.ts";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { ShownOnceDialog } from "../../../ui/dialogs/shown-once-dialog.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";

const text = newKeyMessages;
const question = { title: text.leaveTitle, text: text.leaveText, leave: text.leave, stay: text.stay };

/** Value of a new key, shown only once, with working requests. */
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
  /** Fields that adjust the requests. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>(kinds[0]);
  const first = useRef<HTMLButtonElement>(null);
  return (
    <ShownOnceDialog
      title={text.title}
      text={text.text}
      done={text.done}
      question={question}
      initialFocus={first}
      actions={(onCopied) => (
        <CopyButton text={requests[kind]} label={text.copyRequest(text[kind])} look="primary" onCopied={onCopied} />
      )}
      onClose={onClose}
    >
      {(onCopied) => (
        <>
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
            <code data-testid="new-key" className="min-w-0 flex-1 basis-60 break-all font-mono text-sm">
              {value}
            </code>
            <CopyButton ref={first} text={value} label={text.copyKey} onCopied={onCopied} />
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
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
              tabIndex={0}
              className="h-40 overflow-auto rounded-md border border-line bg-page p-3"
            >
              <pre className="whitespace-pre-wrap break-words font-mono text-sm">{requests[kind]}</pre>
            </section>
          </Tabs>
        </>
      )}
    </ShownOnceDialog>
  );
}
