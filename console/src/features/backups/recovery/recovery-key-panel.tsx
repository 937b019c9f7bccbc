import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changing, reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { exactly } from "../../../ui/values/moment.tsx";
import { staleKeys } from "../stale-backups.ts";
import { type MadeKey, makeKey } from "./made-key.ts";

const ConfirmKeyDialog = lazyPart(() => import("./confirm-key-dialog.tsx"));
const text = backupMessages.recoveryKey;

/** Facts about the key that opens block backups without this service. Empty if there is none. */
export function RecoveryKeyPanel({ onMade }: { readonly onMade: (made: MadeKey) => void }) {
  const read = useQuery(reading("GET /svc/api/settings/offsite/recovery-key", {}));
  const [asked, setAsked] = useState<"confirm" | "replace">();
  const make = useMutation(changing(makeKey, staleKeys));
  const close = () => setAsked(undefined);
  const key = read.data?.recovery_key ?? null;
  if (key === null) return <ReadFailure reads={[read]} />;
  const replace = () =>
    make.mutate(
      { replaces: key.id },
      {
        onSuccess: (made) => {
          close();
          onMade(made);
        },
      },
    );
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        <>
          {key.confirmed_at === null && (
            <Button needs="POST /svc/api/settings/offsite/recovery-key/confirm" onClick={() => setAsked("confirm")}>
              {text.confirm}
            </Button>
          )}
          <Button needs="POST /svc/api/settings/offsite/recovery-key" onClick={() => setAsked("replace")}>
            {text.replace}
          </Button>
        </>
      }
    >
      {key.warning !== null && <p className="text-warn">{key.warning}</p>}
      <Facts
        facts={[
          [text.id, <code key="id">{key.id}</code>],
          [text.made, text.by(exactly(key.created_at), key.created_by)],
          [
            text.confirmed,
            key.confirmed_at === null ? text.notConfirmed : text.by(exactly(key.confirmed_at), key.confirmed_by ?? ""),
          ],
        ]}
      />
      {asked === "confirm" && <ConfirmKeyDialog groups={key.confirm_groups} onClose={close} />}
      {asked === "replace" && (
        <FormDialog
          title={text.replaceTitle}
          text={text.replaceText}
          submit={text.replaceSubmit}
          look="danger"
          isBusy={make.isPending}
          error={make.error}
          onClose={close}
          onSubmit={replace}
        />
      )}
    </Panel>
  );
}
