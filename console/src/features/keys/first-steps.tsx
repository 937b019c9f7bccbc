import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { areStepsHidden, hideSteps } from "./hidden-steps.ts";

const text = homeMessages.steps;

/** First steps for a new user: create a key, make a call with it, create an Admin API key. Hidden when all are done, or by the user. */
export function FirstSteps({
  createKey,
  createAdminKey,
}: {
  readonly createKey: ReactNode;
  readonly createAdminKey: ReactNode;
}) {
  const { data: keys } = useQuery(allDataKeys);
  const { data: adminKeys } = useQuery(allAdminKeys);
  const [isHidden, setHidden] = useState(areStepsHidden);
  if (keys === undefined || adminKeys === undefined || isHidden) return null;
  const isUsed = keys.some(({ last_used }) => last_used !== null);
  const steps = [
    // Only existing keys count: a key that was used and deleted has no row.
    { ...text.key, isDone: keys.length > 0, action: createKey },
    { ...text.call, isDone: isUsed, action: null },
    { ...text.adminKey, isDone: adminKeys.length > 0, action: createAdminKey },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel
      title={text.title}
      flush
      actions={
        <Button
          look="quiet"
          onClick={() => {
            hideSteps();
            setHidden(true);
          }}
        >
          {text.hide}
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        {steps.map(({ name, how, isDone, action }) => (
          <li key={name} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
            {isDone ? (
              <CircleCheck aria-hidden size={17} className="shrink-0 text-good" />
            ) : (
              <Circle aria-hidden size={17} className="shrink-0 text-muted" />
            )}
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium">
                {name} {isDone && <span className="sr-only">{text.done}</span>}
              </p>
              {!isDone && <p className="text-muted text-sm">{how}</p>}
            </div>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
