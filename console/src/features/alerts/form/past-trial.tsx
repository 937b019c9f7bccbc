import { useMutation } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { smallField } from "../../../ui/fields/settled-text.tsx";
import { ExactMoment } from "../../../ui/values/moment.tsx";

const text = alertMessages.trial;
const address = "POST /svc/api/alerts/try";
const shownTimes = 5;
const minutesOfADay = 1_440;
const shares = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

type Rule = Omit<InputOf<typeof address>, "days">;
type Days = keyof typeof text.dayNames;

/** Test of how often the rule would have fired. `ask` returns the rule, or undefined if it is incomplete. */
export function PastTrial({ rule, ask }: { readonly rule: Rule; readonly ask: () => Rule | undefined }) {
  const [days, setDays] = useState<Days>("7");
  const trial = useMutation(changing(address, []));
  const go = () => {
    const asked = ask();
    if (asked !== undefined) trial.mutate({ ...asked, days: Number(days) });
  };
  // The name and the notified destinations don't affect the result.
  const isStale =
    trial.variables !== undefined && essence(trial.variables) !== essence({ ...rule, days: Number(days) });
  return (
    <section aria-label={text.title} className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-medium text-sm">{text.title}</span>
        <select
          aria-label={text.days}
          className={smallField}
          value={days}
          onChange={({ target }) => setDays(target.value as Days)}
        >
          {Object.entries(text.dayNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <Button busy={trial.isPending} onClick={go}>
          <History aria-hidden size={14} />
          {text.submit}
        </Button>
      </div>
      <div role="status" className="text-sm">
        {trial.data && isStale && <p className="mt-2 text-muted">{text.stale}</p>}
        {trial.data && !isStale && <TrialResult found={trial.data} days={trial.variables?.days ?? Number(days)} />}
      </div>
      {trial.error && !isStale && <Refusal error={trial.error} />}
    </section>
  );
}

function essence({ name: _name, destinations: _destinations, ...rest }: InputOf<typeof address>): string {
  return JSON.stringify(rest);
}

function TrialResult({ found, days }: { readonly found: OutputOf<typeof address>; readonly days: number }) {
  const { rang, over, times, unknownMinutes } = found;
  const last = times.slice(-shownTimes).reverse();
  // In a long dialog, the result is below the visible area.
  const sentence = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is scrolled into view
  useEffect(() => {
    sentence.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [found]);
  return (
    <>
      <p ref={sentence} className="mt-2 font-medium">
        {text.rang(rang, days)}
      </p>
      <p className="text-muted">
        {text.over[over]}
        {unknownMinutes > 0 && ` ${text.unknown(shares.format(Math.min(1, unknownMinutes / (days * minutesOfADay))))}`}
      </p>
      {last.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {last.map(({ from, to }) => (
            <li key={from}>
              <ExactMoment at={from} /> {to === null ? text.still : text.until} {to !== null && <ExactMoment at={to} />}
            </li>
          ))}
          {rang > last.length && <li className="text-muted">{text.more(rang - last.length)}</li>}
        </ul>
      )}
    </>
  );
}
