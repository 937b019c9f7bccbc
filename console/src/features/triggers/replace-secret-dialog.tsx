import { useMutation } from "@tanstack/react-query";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { ReplaceSecretDialog } from "../../ui/dialogs/replace-secret-dialog.tsx";
import { targetText } from "./trigger-texts.ts";

const text = triggerMessages.secretDialog;
const address = "POST /svc/api/triggers/{id}/targets/{targetId}/secret";

/** Replaces the secret of a target. */
export default function ReplaceTargetSecretDialog({
  triggerId,
  target,
  onClose,
}: {
  readonly triggerId: number;
  readonly target: Trigger["destination"]["targets"][number];
  readonly onClose: () => void;
}) {
  const replace = useMutation(changing(address, ["GET /svc/api/audit"]));
  return (
    <ReplaceSecretDialog
      name={targetText(target)}
      title={text.title}
      text={text}
      replace={replace}
      inputOf={(previousHours) => ({ id: triggerId, targetId: target.id, previousHours })}
      curl={(input) => pageCall(address, input)}
      onClose={onClose}
    />
  );
}
