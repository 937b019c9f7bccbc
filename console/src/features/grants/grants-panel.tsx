import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Grant } from "#shared/oauth/contract.ts";
import type { Address } from "../../api/operations.ts";
import { changing, reading } from "../../api/query.ts";
import { grantMessages as text } from "../../messages/english/installation/grants.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Moment } from "../../ui/values/moment.tsx";

/** Queries to refetch after a sign-in was revoked. */
const stale = ["GET /svc/api/oauth/grants", "GET /svc/api/audit"] as const satisfies readonly Address[];

/** Clients that can act for users who signed in: on one MCP server, or on all. */
export default function GrantsPanel({ server }: { readonly server?: string | undefined }) {
  const read = useQuery(reading("GET /svc/api/oauth/grants", server === undefined ? {} : { server }));
  const [asked, setAsked] = useState<Grant>();
  const revoke = useMutation(changing("DELETE /svc/api/oauth/grants/{id}", stale));
  const grants = read.data?.grants;
  const close = () => {
    revoke.reset();
    setAsked(undefined);
  };
  return (
    <Panel title={text.title} text={text.text}>
      {read.isPending && <Loading rows={3} />}
      <ReadFailure reads={[read]} />
      {grants?.length === 0 && <p className="text-muted">{text.none}</p>}
      {grants !== undefined && grants.length > 0 && (
        <ul aria-label={text.count(grants.length)} className="divide-y divide-line">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} onRevoke={() => setAsked(grant)} />
          ))}
        </ul>
      )}
      {asked && (
        <DangerDialog
          title={text.removal.title(nameOf(asked), asked.account)}
          text={text.removal.text}
          submit={text.removal.submit}
          isBusy={revoke.isPending}
          error={revoke.error}
          onClose={close}
          onSubmit={() => revoke.mutate({ id: asked.id }, { onSuccess: close })}
        />
      )}
    </Panel>
  );
}

function GrantRow({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) {
  const { clientHost, redirectHost, account, lastUsedAt, refreshReusedAt, expiresAt } = grant;
  const who = clientHost === null ? text.unverified : text.vouched(clientHost);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {nameOf(grant)} <span className="font-normal text-muted text-sm">{who}</span>
        </p>
        <p className="wrap-anywhere">{subjectOf(grant)}</p>
        <p className="text-muted text-sm wrap-anywhere">
          {accessOf(grant)}, {text.goesTo(redirectHost)}
        </p>
        <p className="text-muted text-sm">
          {text.used} <Moment at={lastUsedAt} /> · {text.ends} <Moment at={expiresAt} />
        </p>
        {refreshReusedAt !== null && (
          <p className="text-sm text-warn">
            {text.reused} <Moment at={refreshReusedAt} />. {text.reusedText}
          </p>
        )}
      </div>
      <Button
        needs="DELETE /svc/api/oauth/grants/{id}"
        aria-label={text.revokeOf(nameOf(grant), account)}
        onClick={onRevoke}
      >
        {text.revoke}
      </Button>
    </li>
  );
}

/** Returns who signed in where. */
function subjectOf({ account, file, server, role }: Grant): string {
  if (role !== null) return `${text.asAdministrator(account)}, ${text.onAdministration}`;
  return `${text.as(account, file)}, ${text.on(server)}`;
}

function accessOf({ scopes, role, toolGroups }: Grant): string {
  if (role !== null) return text.administration(role, (toolGroups ?? []).join(", "));
  return scopes.includes("fm:write") ? text.full : text.readOnly;
}

function nameOf({ clientName }: Grant): string {
  return clientName || text.nameless;
}
