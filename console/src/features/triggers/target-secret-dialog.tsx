import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { triggerMessages } from "../../messages/events/triggers.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import SecretDialog from "../../ui/dialogs/secret-dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { targetText } from "./trigger-texts.ts";

const text = triggerMessages.secretDialog;
const address = "POST /svc/api/triggers/{id}/targets/{targetId}/secret";
const dayHours = 24;

/** Another secret for a target, shown once. */
export default function TargetSecretDialog({
  triggerId,
  target,
  onClose,
}: {
  readonly triggerId: number;
  readonly target: Trigger["destination"]["targets"][number];
  readonly onClose: () => void;
}) {
  const [hours, setHours] = useState(dayHours);
  const make = useMutation(changing(address, ["GET /svc/api/audit"]));
  const input = { id: triggerId, targetId: target.id, previousHours: hours };
  if (make.data)
    return (
      <SecretDialog
        secrets={[{ name: targetText(target), secret: make.data.secret }]}
        hint={triggerMessages.dialog.secretsHint}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={text.title}
      text={text.text}
      submit={text.submit}
      isBusy={make.isPending}
      error={make.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={() => make.mutate(input)}
    >
      <TextField
        label={text.hours}
        type="number"
        min={0}
        max={720}
        value={hours}
        onChange={({ target: { value } }) => setHours(Number(value))}
      />
    </FormDialog>
  );
}
