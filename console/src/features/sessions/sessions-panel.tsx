import { useMutation, useQuery } from "@tanstack/react-query";
import { MonitorSmartphone, SquareTerminal } from "lucide-react";
import type { Session } from "#shared/sessions/contract.ts";
import { changing, reading } from "../../api/query.ts";
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

/** Where the account is signed in, and the ways out. */
export function SessionsPanel() {
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
  const Icon = session.kind === "browser" ? MonitorSmartphone : SquareTerminal;
  const program = programName(session.userAgent);
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 truncate" title={session.userAgent}>
            {program}
          </span>
          {session.current && <Chip tone="good">{text.current}</Chip>}
          {session.kind === "command-line" && <Chip>{text.commandLine}</Chip>}
        </p>
        <p className="text-muted text-sm">
          {text.from} {session.address} · {text.since} <Moment at={session.createdAt} /> · {text.lastUsed}{" "}
          <Moment at={session.lastUsedAt} />
        </p>
        {end.error && <Refusal error={end.error} />}
      </div>
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
