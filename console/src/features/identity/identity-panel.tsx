import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { configuration } from "../../api/configuration.ts";
import { changing, reading } from "../../api/query.ts";
import { identityMessages as text } from "../../messages/english/installation/identity.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import CredentialsDialog from "./credentials-dialog.tsx";
import { staleIdentity } from "./stale-identity.ts";

/** Service account that reads group memberships for sign-ins. */
export default function IdentityPanel() {
  const read = useQuery(reading("GET /svc/api/google-auth/credentials", {}));
  const [asked, setAsked] = useState<"save" | "remove">();
  const remove = useMutation(changing("DELETE /svc/api/google-auth/credentials", staleIdentity));
  const credentials = read.data?.credentials;
  const close = () => {
    remove.reset();
    setAsked(undefined);
  };
  const tokenAddress = new URL(`/${configuration().prefix}/api/google-auth/token`, location.href).href;
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        read.data && (
          <>
            {credentials && (
              <Button needs="DELETE /svc/api/google-auth/credentials" onClick={() => setAsked("remove")}>
                {text.remove}
              </Button>
            )}
            <Button needs="POST /svc/api/google-auth/credentials" onClick={() => setAsked("save")}>
              {credentials ? text.replace : text.save}
            </Button>
          </>
        )
      }
    >
      {read.isPending && <Loading rows={3} />}
      <ReadFailure reads={[read]} />
      {credentials === null && <p className="text-muted">{text.none}</p>}
      {credentials && (
        <Facts
          facts={[
            [text.account, credentials.serviceAccountJson.client_email],
            [text.admin, credentials.adminEmail],
            [text.clients, credentials.clientIds.join(", ") || text.everyClient],
            [text.savedAt, <Moment key="saved" at={credentials.savedAt} />],
            [
              text.tokenAddress,
              <span key="address" className="inline-flex items-center gap-1">
                <code className="font-mono text-sm wrap-anywhere">{tokenAddress}</code>
                <CopyIcon text={tokenAddress} label={text.copyAddress} />
              </span>,
            ],
          ]}
        />
      )}
      {asked === "save" && <CredentialsDialog before={credentials ?? undefined} onClose={close} />}
      {asked === "remove" && (
        <DangerDialog
          title={text.removal.title}
          text={text.removal.text}
          submit={text.removal.submit}
          isBusy={remove.isPending}
          error={remove.error}
          onClose={close}
          onSubmit={() => remove.mutate({}, { onSuccess: close })}
        />
      )}
    </Panel>
  );
}
