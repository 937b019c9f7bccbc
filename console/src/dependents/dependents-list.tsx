import { Link } from "@tanstack/react-router";
import { CircleAlert, Info } from "lucide-react";
import { Fragment } from "react";
import type { Action, Dependent } from "#shared/dependents/contract.ts";
import type { OutputOf } from "../api/operations.ts";
import { dependentMessages as text } from "../messages/english/installation/dependents.ts";
import { addressOfDependent } from "./dependent-address.ts";

const maxNames = 3;
const harmless: ReadonlySet<Dependent["effect"]> = new Set(["waits", "skipped", "silent", "shown", "kept"]);

/** Groups of dependents with the effect on them, worst first; and everything that couldn't be read. */
export default function DependentsList({
  action,
  count,
  found,
  isFailed,
  isLate,
}: {
  readonly action: Action;
  /** Number of objects. */
  readonly count: number;
  readonly found: OutputOf<"POST /svc/api/dependents"> | undefined;
  readonly isFailed: boolean;
  /** True if users can continue without the list. */
  readonly isLate: boolean;
}) {
  const groups = groupsOf(found?.dependents ?? []);
  return (
    <section aria-label={text.title} aria-busy={found === undefined && !isFailed} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{text.title}</h3>
      {found === undefined && !isFailed && <p className="text-muted text-sm">{isLate ? text.slow : text.reading}</p>}
      {isFailed && <p className="text-sm text-warn">{text.failed}</p>}
      {groups.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
          tabIndex={0}
          aria-label={text.title}
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {groups.map((group) => (
            <Group key={`${group.kind} ${group.effect}`} group={group} action={action} count={count} />
          ))}
        </ul>
      )}
      {found?.unread.map(({ kind, reason }) => (
        <p key={kind} className="text-sm text-warn">
          {text.unread(text.unreadKinds[kind], reason)}
        </p>
      ))}
      {found?.isComplete && groups.length === 0 && <p className="text-muted text-sm">{text.none}</p>}
    </section>
  );
}

interface DependentGroup {
  readonly kind: Dependent["kind"];
  readonly effect: Dependent["effect"];
  readonly members: readonly Dependent[];
}

function Group({
  group: { kind, effect, members },
  action,
  count,
}: {
  readonly group: DependentGroup;
  readonly action: Action;
  readonly count: number;
}) {
  const Icon = harmless.has(effect) ? Info : CircleAlert;
  const names = members.filter(({ name }) => name !== "");
  const touched = new Set(members.flatMap(({ of }) => of)).size;
  return (
    <li className="flex shrink-0 items-start gap-2 px-3 py-2 text-sm">
      <Icon aria-hidden size={15} className={`mt-0.5 shrink-0 ${harmless.has(effect) ? "text-muted" : "text-warn"}`} />
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{text.kinds[kind](members.length)}</span>
          {count > 1 && <span className="text-muted"> {text.ofSome(touched, count)}</span>}
          {names.length > 0 && ": "}
          {names.slice(0, maxNames).map((member, index) => (
            <Fragment key={member.id}>
              {index > 0 && ", "}
              <Name dependent={member} />
            </Fragment>
          ))}
          {names.length > maxNames && ` ${text.more(names.length - maxNames)}`}
        </p>
        <p className="text-muted">{text.effects[effect](action)}</p>
      </div>
    </li>
  );
}

function Name({ dependent }: { readonly dependent: Dependent }) {
  const address = addressOfDependent(dependent);
  if (address === undefined) return dependent.name;
  return (
    <Link to={address} className="underline-offset-2 hover:underline">
      {dependent.name}
    </Link>
  );
}

function groupsOf(dependents: readonly Dependent[]): readonly DependentGroup[] {
  return [...Map.groupBy(dependents, ({ kind, effect }) => `${kind} ${effect}`).values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ kind: first.kind, effect: first.effect, members }];
  });
}
