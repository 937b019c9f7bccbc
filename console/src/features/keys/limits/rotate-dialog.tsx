import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { keyLimitsMessages } from "../../../messages/english/keys/key-limits.ts";
import { newKeyMessages } from "../../../messages/english/keys/new-key.ts";
import { messages } from "../../../messages/messages.ts";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { ShownOnceDialog } from "../../../ui/dialogs/shown-once-dialog.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { exactly } from "../../../ui/values/moment.tsx";
import type { KeyKind } from "../key-kinds.ts";

const text = keyLimitsMessages.rotate;
const ready = newKeyMessages;
const question = { title: ready.leaveTitle, text: ready.leaveText, leave: ready.leave, stay: ready.stay };
const overlaps = ["24h", "none", "1h", "7d", "30d"] as const;

/** Rotates a key, which stays valid for a while, and shows the new key once. */
export default function RotateDialog({
  kind,
  row,
  onClose,
  onRotated,
}: {
  readonly kind: KeyKind;
  readonly row: DataApiKey | AdminApiKey;
  readonly onClose: () => void;
  /** Called after the user has seen the new key. */
  readonly onRotated: (id: number) => void;
}) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>("24h");
  const [made, setMade] = useState<{ readonly id: number; readonly key: string; readonly oldEndsAt: string }>();
  const rotate = useMutation(changing(kind.rotate, [kind.list, kind.one, "GET /svc/api/audit"]));
  const affected = useDependents("replace", [{ kind: kind.object, id: String(row.id) }]);
  const first = useRef<HTMLButtonElement>(null);
  const submit = () =>
    rotate.mutate(
      { key: String(row.id), overlap },
      {
        onSuccess: ({ id, key, old_key_ends_at: oldEndsAt }) => {
          setMade({ id, key, oldEndsAt });
          // The value exists only in this dialog.
          rotate.reset();
        },
      },
    );
  if (made !== undefined)
    return (
      <ShownOnceDialog
        title={ready.title}
        text={`${ready.text} ${text.oldEnds(exactly(made.oldEndsAt))}`}
        done={ready.done}
        question={question}
        initialFocus={first}
        onClose={() => onRotated(made.id)}
      >
        {(onCopied) => (
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page p-2 pl-3">
            <code data-testid="new-key" className="min-w-0 flex-1 basis-60 break-all font-mono text-sm">
              {made.key}
            </code>
            <CopyButton ref={first} text={made.key} label={ready.copyKey} onCopied={onCopied} />
          </div>
        )}
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      title={text.title(row.label || messages.keys.noLabel)}
      text={text.text}
      submit={text.submit}
      isBusy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label={text.overlap}
        hint={text.overlapHint}
        value={overlap}
        options={overlaps.map((value) => ({ value, text: text.overlaps[value] }))}
        onChange={setOverlap}
      />
      {affected.list}
    </FormDialog>
  );
}
