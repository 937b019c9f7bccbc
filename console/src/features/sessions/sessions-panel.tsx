import { useMutation, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "#shared/sessions/contract.ts";
import type { Address } from "../../api/operations.ts";
import { changing, reading } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { programName } from "./program-name.ts";

const text = messages.sessions;
/** Queries to refetch after other accounts' sessions were ended. */
const stale = ["GET /svc/api/sessions/others"] as const satisfies readonly Address[];

/** Active sessions: the user's own, and for administrators those of all accounts. */
export function SessionsPanel() {
  const mayEndOthers = useMay("administrator");
  return (
    <div className="flex flex-col gap-4">
      <OwnSessions />
      {mayEndOthers && <SessionsOfOthers />}
    </div>
  );
}

/** Sessions of the user's account, with the actions that end them. */
function OwnSessions() {
  const list = useQuery(reading("GET /svc/api/sessions", {}));
  const endOthers = useMutation(changing("DELETE /svc/api/sessions", ["GET /svc/api/sessions"]));
  const sessions = list.data?.sessions ?? [];
  return (
    <Panel
      title={text.title}
      text={text.text}
      flush
      actions={
        sessions.length > 1 && (
          <Button
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate({}, { onSuccess: () => announce(text.endedMany) })}
          >
            {text.endOthers}
          </Button>
        )
      }
    >
      {list.isPending && <Loading />}
      <ReadFailure reads={[list]} />
      {endOthers.error && <Refusal error={endOthers.error} />}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ session }: { readonly session: Session }) {
  const end = useMutation(changing("DELETE /svc/api/sessions/{id}", ["GET /svc/api/sessions"]));
  const program = programName(session.userAgent);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Where session={session}>{end.error && <Refusal error={end.error} />}</Where>
      {!session.current && (
        <Button
          aria-label={text.endOne(program)}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id }, { onSuccess: () => announce(text.ended) })}
        >
          {text.end}
        </Button>
      )}
    </li>
  );
}

/** Program, address and start of a session. */
function Where({ session, children }: { readonly session: Session; readonly children?: ReactNode }) {
  const Icon = session.kind === "browser" ? MonitorSmartphone : SquareTerminal;
  return (
    <>
      <Icon aria-hidden size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 truncate" title={session.userAgent}>
            {programName(session.userAgent)}
          </span>
          {session.current && <Chip tone="good">{text.current}</Chip>}
          {session.kind === "command-line" && <Chip>{text.commandLine}</Chip>}
        </p>
        <p className="text-muted text-sm">
          {text.from} {session.address} · {text.since} <Moment at={session.createdAt} /> · {text.lastUsed}{" "}
          <Moment at={session.lastUsedAt} />
        </p>
        {children}
      </div>
    </>
  );
}

/** Sessions of other accounts. They are ended by account, because anyone who knows the password can use all of them. */
function SessionsOfOthers() {
  const list = useQuery(reading("GET /svc/api/sessions/others", {}));
  const end = useMutation(changing("DELETE /svc/api/sessions/others", stale));
  const accounts = Map.groupBy(list.data?.sessions ?? [], ({ user }) => user.toLowerCase());
  return (
    <Panel
      title={text.others}
      text={text.othersText}
      flush
      actions={
        accounts.size > 1 && (
          <Button busy={end.isPending} onClick={() => end.mutate({}, { onSuccess: () => announce(text.endedMany) })}>
            {text.endAll}
          </Button>
        )
      }
    >
      {list.isPending && <Loading />}
      <ReadFailure reads={[list]} />
      {end.error && <Refusal error={end.error} />}
      {list.isSuccess && accounts.size === 0 && <p className="px-4 py-3 text-muted">{text.noOthers}</p>}
      <ul className="divide-y divide-line">
        {[...accounts].map(([account, sessions]) => (
          <AccountRow key={account} sessions={sessions} />
        ))}
      </ul>
      {list.data?.cursor && <p className="px-4 py-3 text-muted">{text.moreOthers}</p>}
    </Panel>
  );
}

function AccountRow({ sessions }: { readonly sessions: readonly Session[] }) {
  const end = useMutation(changing("DELETE /svc/api/sessions/others", stale));
  const user = sessions[0]?.user ?? "";
  return (
    <li className="px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate font-medium" title={user}>
          {user}
        </p>
        <Button
          aria-label={text.endOf(user)}
          busy={end.isPending}
          onClick={() => end.mutate({ user }, { onSuccess: () => announce(text.endedOf(user)) })}
        >
          {text.end}
        </Button>
      </div>
      {end.error && <Refusal error={end.error} />}
      <ul aria-label={user}>
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3 pt-3">
            <Where session={session} />
          </li>
        ))}
      </ul>
    </li>
  );
}
