import { useMutation } from "@tanstack/react-query";
import type { Destination } from "#shared/notifications/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { notificationMessages } from "../../messages/english/events/notifications.ts";
import { ReplaceSecretDialog } from "../../ui/dialogs/replace-secret-dialog.tsx";
import { staleDestinations } from "./destinations.ts";

const text = notificationMessages.secretDialog;
const address = "POST /svc/api/notifications/destinations/{id}/secret";

/** Replaces the secret of a server that verifies calls. */
export default function ReplaceDestinationSecretDialog({
  destination: { id, label },
  onClose,
}: {
  readonly destination: Pick<Destination, "id" | "label">;
  readonly onClose: () => void;
}) {
  const replace = useMutation(changing(address, staleDestinations));
  return (
    <ReplaceSecretDialog
      name={label}
      title={text.title(label)}
      text={text}
      replace={replace}
      inputOf={(previousHours) => ({ id, previousHours })}
      curl={(input) => pageCall(address, input)}
      onClose={onClose}
    />
  );
}
