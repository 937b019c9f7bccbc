import { useRef } from "react";
import { secretMessages as text } from "../../messages/english/secret.ts";
import { CopyButton } from "../buttons/copy-button.tsx";
import { ShownOnceDialog } from "./shown-once-dialog.tsx";

/** New secrets, each with the name of its object. They are shown only once. */
export default function SecretDialog({
  secrets,
  hint,
  onClose,
}: {
  readonly secrets: readonly { readonly name: string; readonly secret: string }[];
  /** Purpose of the secrets. */
  readonly hint: string;
  readonly onClose: () => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  const copied = useRef(new Set<string>());
  return (
    <ShownOnceDialog
      title={text.title}
      text={`${hint} ${text.once}`}
      done={text.done}
      question={text.question}
      initialFocus={first}
      onClose={onClose}
    >
      {(onCopied) =>
        secrets.map(({ name, secret }, index) => (
          <div key={secret} className="flex flex-col gap-1.5">
            <p className="font-medium text-sm">{name}</p>
            <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
              <code data-testid="secret" className="min-w-0 flex-1 basis-60 break-all font-mono text-sm">
                {secret}
              </code>
              <CopyButton
                {...(index === 0 && { ref: first })}
                text={secret}
                label={text.copy}
                onCopied={() => {
                  copied.current.add(secret);
                  if (copied.current.size === secrets.length) onCopied();
                }}
              />
            </div>
          </div>
        ))
      }
    </ShownOnceDialog>
  );
}
