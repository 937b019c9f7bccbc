import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { RefusedLine } from "../accounts/refused-line.tsx";
import { marksOf } from "../key-chips.ts";
import type { KeyKind } from "../key-kinds.ts";

const LimitsDialog = lazyPart(() => import("../limits/limits-dialog.tsx"));
const text = keyPageMessages;

/** Line for a key that opens nothing, because it is disabled or has expired, with the action that changes that. */
export default function KeyEnded({ kind, row }: { readonly kind: KeyKind; readonly row: DataApiKey | AdminApiKey }) {
  const [isChanging, setChanging] = useState(false);
  const change = useMutation(changing(kind.update, [kind.list, kind.one, "GET /svc/api/audit"]));
  const marks = marksOf(row, serviceNow());
  const enable = () =>
    change.mutate({ key: String(row.id), isDisabled: false }, { onSuccess: () => announce(text.enabled) });
  return (
    <>
      {marks.includes("disabled") && (
        <RefusedLine
          actions={
            <Button needs={kind.update} busy={change.isPending} onClick={enable}>
              {text.enable}
            </Button>
          }
        >
          {text.disabled}
        </RefusedLine>
      )}
      {marks.includes("expired") && (
        <RefusedLine
          actions={
            <Button needs={kind.update} onClick={() => setChanging(true)}>
              {text.changeEnd}
            </Button>
          }
        >
          {text.expired}
        </RefusedLine>
      )}
      {change.error && <Refusal error={change.error} />}
      {isChanging && <LimitsDialog kind={kind} row={row} onClose={() => setChanging(false)} />}
    </>
  );
}
