import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Destination } from "#shared/notifications/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { notificationMessages } from "../../messages/events/notifications.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import SecretDialog from "../../ui/dialogs/secret-dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { staleDestinations } from "./destinations.ts";

const text = notificationMessages.secretDialog;
const address = "POST /svc/api/notifications/destinations/{id}/secret";
const dayHours = 24;

/** Another secret for a server that verifies calls, shown once. */
export default function RenewSecretDialog({
  destination: { id, label },
  onClose,
}: {
  readonly destination: Pick<Destination, "id" | "label">;
  readonly onClose: () => void;
}) {
  const [hours, setHours] = useState(dayHours);
  const renew = useMutation(changing(address, staleDestinations));
  const input = { id, previousHours: hours };
  const secret = renew.data?.secret;
  if (secret)
    return (
      <SecretDialog secrets={[{ name: label, secret }]} hint={notificationMessages.secretHint} onClose={onClose} />
    );
  return (
    <FormDialog
      title={text.title(label)}
      text={text.text}
      submit={text.submit}
      isBusy={renew.isPending}
      error={renew.error}
      curl={() => pageCall(address, input)}
      onClose={onClose}
      onSubmit={() => renew.mutate(input)}
    >
      <TextField
        label={text.hours}
        type="number"
        min={0}
        max={720}
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
      />
    </FormDialog>
  );
}
