import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Dependent } from "#shared/dependents/contract.ts";
import { reading } from "../api/query.ts";
import { dependentMessages as text } from "../messages/english/installation/dependents.ts";
import { ReadFailure } from "../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../ui/feedback/states.tsx";
import { Panel } from "../ui/layout/panel.tsx";
import { Moment } from "../ui/values/moment.tsx";
import { addressOfDependent } from "./dependent-address.ts";
import { usersOf } from "./users-of.ts";

/** Everything that uses a file, by kind, each with a link and with what happens to it while the file is closed. */
export default function UsedBy({ filename }: { readonly filename: string }) {
  const read = useQuery({ ...reading("POST /svc/api/dependents", usersOf(filename)), staleTime: 0 });
  const { dependents = [], unread = [], isComplete = false } = read.data ?? {};
  const kinds = [...Map.groupBy(dependents, ({ kind }) => kind)];
  return (
    <div className="flex flex-col gap-4">
      <ReadFailure reads={[read]} />
      {read.isPending && <Loading rows={4} />}
      {unread.length > 0 && (
        <ul className="text-sm text-warn">
          {unread.map(({ kind, reason }) => (
            <li key={kind}>{text.unread(text.unreadKinds[kind], reason)}</li>
          ))}
        </ul>
      )}
      {isComplete && kinds.length === 0 && <Empty title={text.unusedTitle} text={text.unusedText} />}
      {kinds.map(([kind, members]) => (
        <Panel key={kind} title={text.kinds[kind](members.length)} flush>
          <ul aria-label={text.kinds[kind](members.length)} className="divide-y divide-line">
            {members.map((member) => (
              <User key={member.id} user={member} />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}

function User({ user }: { readonly user: Dependent }) {
  const { kind, name, effect, lastUsedAt } = user;
  const address = addressOfDependent(user);
  const shown = name || text.kinds[kind](1);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="wrap-anywhere font-medium">
          {address === undefined ? (
            shown
          ) : (
            <Link to={address} className="inline-block leading-target underline-offset-2 hover:underline">
              {shown}
            </Link>
          )}
        </p>
        <p className="text-muted text-sm">{text.whenClosed(text.effects[effect]("close"))}</p>
      </div>
      {lastUsedAt !== null && (
        <p className="text-muted text-sm">
          {text.lastUsed} <Moment at={lastUsedAt} />
        </p>
      )}
    </li>
  );
}
