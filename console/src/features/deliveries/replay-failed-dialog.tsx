import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { deliveryMessages } from "../../messages/english/events/deliveries.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { MomentField } from "../../ui/fields/moment-field.tsx";
import { replayedText, replayFailed, staleDeliveries } from "./use-delivery-actions.ts";

const text = deliveryMessages.replayAllDialog;
const address = "POST /svc/api/deliveries/replay";

/** Replays failed deliveries of one source since a time. */
export default function ReplayFailedDialog({
  source,
  name,
  onClose,
}: {
  readonly source: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const [since, setSince] = useState<string>();
  const run = useMutation({
    ...changing(address, staleDeliveries),
    mutationFn: () => replayFailed(source, since),
  });
  const submit = () =>
    run.mutate(undefined, {
      onSuccess: (sum) => {
        announce(sum.replayed + sum.passedOver === 0 ? text.none : replayedText(sum));
        onClose();
      },
    });
  return (
    <FormDialog
      title={text.title(name)}
      text={text.text}
      submit={text.submit}
      isBusy={run.isPending}
      error={run.error}
      curl={() => pageCall(address, { source, ...(since !== undefined && { since }) })}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="flex flex-col gap-1">
        <MomentField label={text.since} value={since} onChange={setSince} />
        <p className="text-muted text-sm">{text.sinceHint}</p>
      </div>
    </FormDialog>
  );
}
