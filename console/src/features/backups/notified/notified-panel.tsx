import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import { changing, reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DeletionDialog } from "../../../ui/dialogs/deletion-dialog.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { staleNotified } from "../stale-backups.ts";

const NotifiedDialog = lazyPart(() => import("./notified-dialog.tsx"));
const text = backupMessages.notified;
const remove = "DELETE /svc/api/settings/offsite/notifications";

/** Separate destination of offsite backup messages, which older clients can also set. */
export function NotifiedPanel() {
  const read = useQuery(reading("GET /svc/api/settings/offsite/notifications", {}));
  const [asked, setAsked] = useState<"set" | "delete">();
  const removing = useMutation(changing(remove, staleNotified));
  const close = () => setAsked(undefined);
  const setting = read.data?.offsiteNotificationSettings ?? null;
  const address = setting?.channelUrl ?? setting?.webhookUrl ?? "";
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        <>
          {setting !== null && (
            <Button needs="DELETE /svc/api/settings/offsite/notifications" onClick={() => setAsked("delete")}>
              {text.remove}
            </Button>
          )}
          <Button needs="POST /svc/api/settings/offsite/notifications" onClick={() => setAsked("set")}>
            {setting === null ? text.set : text.replace}
          </Button>
        </>
      }
    >
      <ReadFailure reads={[read]} />
      {read.data !== undefined && setting === null && <p className="text-muted text-sm">{text.none}</p>}
      {setting !== null && (
        <Facts
          facts={[
            [text.kind, text.kinds[setting.type]],
            [text.address, address, "long"],
            [text.success, setting.sendSuccessNotifications === false ? text.failuresOnly : text.everything],
          ]}
        />
      )}
      {asked === "set" && <NotifiedDialog onClose={close} />}
      {asked === "delete" && (
        <DeletionDialog
          name={setting?.label ?? address}
          text={text}
          remove={removing}
          input={{}}
          curl={() => pageCall(remove, {})}
          onClose={close}
        />
      )}
    </Panel>
  );
}
