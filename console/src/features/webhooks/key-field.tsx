import { type ReactNode, useState } from "react";
import { type ChosenKey, useKeysOfFile } from "../../api/key-list.ts";
import { useMay } from "../../api/role.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Field, inputClasses, TextField } from "../../ui/fields/field.tsx";

const text = webhookMessages.dialog;

/** Renders the form for a new key with access to a file. */
export type NewKey = (filename: string, onClose: () => void) => ReactNode;

/** Key of the sender's events: an existing one with access to the file, or a new one. */
export function KeyField({
  filename,
  chosenKey,
  newKey,
  onChange,
}: {
  readonly filename: string;
  /** 0: none. */
  readonly chosenKey: ChosenKey;
  readonly newKey?: NewKey;
  readonly onChange: (chosenKey: ChosenKey) => void;
}) {
  const keys = useKeysOfFile(filename, { by: "is_data_api" });
  const [isMaking, setMaking] = useState(false);
  if (!useMay("administrator"))
    return (
      <TextField
        label={text.key}
        hint={text.keyValueHint}
        type="password"
        autoComplete="off"
        value={chosenKey === 0 ? "" : String(chosenKey)}
        onChange={({ target }) => onChange(target.value.trim())}
      />
    );
  return (
    <Field label={text.key} hint={text.keyHint}>
      {(ties) => (
        <div className="flex gap-2">
          <select
            {...ties}
            className={inputClasses}
            value={String(chosenKey)}
            disabled={filename === ""}
            onChange={({ target }) => onChange(Number(target.value))}
          >
            <option value="0">{keys.length === 0 && filename !== "" ? text.noKey : text.chooseKey}</option>
            {keys.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          {newKey && (
            <Button
              needs="POST /svc/api/api-key"
              className="h-9"
              disabled={filename === ""}
              onClick={() => setMaking(true)}
            >
              {text.createKey}
            </Button>
          )}
          {isMaking && newKey?.(filename, () => setMaking(false))}
        </div>
      )}
    </Field>
  );
}
