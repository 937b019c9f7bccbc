import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changing, reading } from "../../api/query.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";

const text = settingsMessages.appLog;

/** Token with which programs can write to the application log. It can be copied but is never shown completely. */
export function AppLogPanel() {
  const settings = useQuery(reading("GET /svc/api/settings", {}));
  const [isAsked, setIsAsked] = useState(false);
  const make = useMutation(
    changing("PATCH /svc/api/settings", ["GET /svc/api/settings", "GET /svc/api/audit"], () => announce(text.made)),
  );
  const close = () => {
    make.reset();
    setIsAsked(false);
  };
  const go = () => make.mutate({ appLogToken: "regenerate" }, { onSuccess: close });
  const token = settings.data?.appLogToken;
  return (
    <Panel
      title={text.title}
      text={text.text}
      actions={
        settings.data && (
          <Button needs="PATCH /svc/api/settings" busy={make.isPending} onClick={token ? () => setIsAsked(true) : go}>
            {token ? text.replace : text.make}
          </Button>
        )
      }
    >
      {settings.isPending && <Loading rows={1} />}
      <ReadFailure reads={[settings]} />
      {token === null && <p className="text-muted">{text.none}</p>}
      {token && (
        <div className="max-w-xl">
          <Facts
            facts={[
              [
                text.token,
                <span key="token" className="inline-flex items-center gap-1">
                  <code className="font-mono text-sm">{text.masked(token.slice(-4))}</code>
                  <CopyIcon text={token} label={text.copy} />
                </span>,
              ],
            ]}
          />
        </div>
      )}
      {make.error && !isAsked && <Refusal error={make.error} />}
      {isAsked && (
        <DangerDialog
          title={text.submit}
          text={text.ask}
          submit={text.submit}
          isBusy={make.isPending}
          error={make.error}
          onClose={close}
          onSubmit={go}
        />
      )}
    </Panel>
  );
}
