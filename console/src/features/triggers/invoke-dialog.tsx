import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";

const text = triggerMessages.invokeDialog;
const address = "POST /svc/api/triggers/{id}/invoke";
const maxRows = 10_000;

/** Sends records as if they had changed. */
export default function InvokeDialog({
  trigger: { id, label },
  onClose,
}: {
  readonly trigger: Pick<Trigger, "id" | "label">;
  readonly onClose: () => void;
}) {
  const [which, setWhich] = useState<"some" | "all">("some");
  const [typed, setTyped] = useState("");
  const [key, setKey] = useState("");
  const needsKey = !useMay("administrator");
  const [isSent, setSent] = useState(false);
  const invoke = useMutation(changing(address, ["GET /svc/api/triggers/{id}", "GET /svc/api/audit"]));
  const rows = rowsIn(typed);
  const shownKey = needsKey && key !== "" ? { key } : {};
  const input = {
    id,
    ...shownKey,
    ...(which === "all" ? { allRecords: true as const } : { rowIDs: [...(rows ?? [])] }),
  };
  const submit = () => {
    setSent(true);
    if (which === "some" && rows === undefined) return;
    invoke.mutate(input, {
      onSuccess: () => {
        announce(text.done);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={text.title(label)}
      text={text.text}
      submit={text.submit}
      isBusy={invoke.isPending}
      error={invoke.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={submit}
    >
      <Choice
        label={text.which}
        value={which}
        options={[
          { value: "some", label: text.some, text: text.someText },
          { value: "all", label: text.all, text: text.allText },
        ]}
        onChange={setWhich}
      />
      {which === "some" && (
        <TextField
          label={text.rows}
          hint={text.rowsHint}
          inputMode="numeric"
          error={isSent && rows === undefined ? text.needRows : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {needsKey && (
        <TextField
          label={text.key}
          hint={text.keyHint}
          type="password"
          autoComplete="off"
          value={key}
          onChange={({ target }) => setKey(target.value.trim())}
        />
      )}
    </FormDialog>
  );
}

/** Returns the record ids, or undefined if one is invalid. */
function rowsIn(typed: string): readonly number[] | undefined {
  const numbers = typed
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  const areRows = numbers.every((number) => Number.isSafeInteger(number) && number > 0);
  return areRows && numbers.length > 0 && numbers.length <= maxRows ? numbers : undefined;
}
