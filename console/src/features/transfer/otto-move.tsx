import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query.ts";
import { ottoMessages as text } from "../../messages/english/installation/otto.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Chip, type Tone } from "../../ui/values/chip.tsx";
import { accountsOf, create, type Found, type OttoItem, type Secrets, secretField, secretOf } from "./otto-calls.ts";
import { OttoSecrets } from "./otto-secrets.tsx";

/** Result of creating an item. */
interface Result {
  readonly state: "created" | "failing" | "failed";
  /** Reason of a failure. For a key that works: what it opens. */
  readonly reason: string | null;
}

const tones: Readonly<Record<OttoItem["state"] | Result["state"], Tone>> = {
  new: "good",
  present: "plain",
  "left-out": "warn",
  created: "good",
  failing: "bad",
  failed: "bad",
};

/** Items of an OttoFMS, the secrets that they need, and their creation. */
export function OttoMove({ found }: { readonly found: Found }) {
  const [typed, setTyped] = useState<Secrets>({});
  const [results, setResults] = useState<ReadonlyMap<OttoItem, Result>>(new Map());
  const fresh = found.items.filter((item) => item.state === "new" && !isCreated(results.get(item)));
  const ready = fresh.filter((item) => secretOf(item, typed) !== undefined);
  const accounts = accountsOf(fresh);
  const test = useMutation({
    mutationFn: async () => {
      const rows: { readonly user: string; readonly database: string; readonly reason: string | null }[] = [];
      for (const { user, files: databases, isDataApi, isOData } of accounts) {
        const pass = typed[secretField.fileAccount(user)] ?? "";
        if (pass === "" || databases.length === 0) continue;
        const input = { databases: [...databases], user, pass, isDataApi: isDataApi || !isOData, isOData };
        const { files } = await call("POST /svc/api/api-key/test-account", input);
        rows.push(...files.map(({ database, text: reason }) => ({ user, database, reason })));
      }
      return rows;
    },
  });
  const run = useMutation({
    mutationFn: async () => {
      const done = new Map(results);
      for (const item of ready) {
        done.set(item, await resultOf(create(item, secretOf(item, typed) ?? {})));
        setResults(new Map(done));
      }
      await queryClient.invalidateQueries();
      return [...done.values()];
    },
  });
  const created = [...results].filter(([, result]) => isCreated(result)).map(([item]) => item);
  const schedules = created.filter(({ kind }) => kind === "schedule").map(({ name }) => name);
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="text-muted text-sm">{text.found(found.from)}</p>
      <ul className="divide-y divide-line">
        {found.items.map((item) => {
          const result = results.get(item);
          const state = result?.state ?? item.state;
          const isMissing = state === "new" && secretOf(item, typed) === undefined;
          const reason = result?.reason ?? item.reason ?? (isMissing ? text.secretMissing : null);
          return (
            <li key={`${item.kind} ${item.name}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
              <Chip tone={tones[state]}>{text.states[state]}</Chip>
              <span className="text-muted text-sm">{text.kinds[item.kind]}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{item.name}</span>
              {reason !== null && <span className="text-muted text-sm">{reason}</span>}
            </li>
          );
        })}
      </ul>
      {fresh.length === 0 && results.size === 0 && <p>{text.nothing}</p>}
      <Sentences title={text.unread} sentences={found.unread} />
      <Sentences title={text.staysBehind} sentences={found.staysBehind} />
      {fresh.some(({ secret }) => secret !== null) && (
        <OttoSecrets
          items={fresh}
          typed={typed}
          onType={(field, value) => {
            test.reset();
            setTyped({ ...typed, [field]: value });
          }}
        />
      )}
      {test.data?.map(({ user, database, reason }) => (
        <p key={`${user} ${database}`} role="status" className="flex flex-wrap items-baseline gap-x-3">
          <Chip tone={reason === null ? "good" : "bad"}>{reason === null ? text.opened : text.notOpened}</Chip>
          <span>
            {user}: {database}
          </span>
          {reason !== null && <span className="text-muted text-sm">{reason}</span>}
        </p>
      ))}
      {(test.error ?? run.error) && <Refusal error={(test.error ?? run.error) as Error} />}
      <div className="flex flex-wrap items-center gap-3">
        {accounts.length > 0 && (
          <Button
            needs="POST /svc/api/api-key/test-account"
            busy={test.isPending}
            disabled={accounts.every(({ user }) => (typed[secretField.fileAccount(user)] ?? "") === "")}
            onClick={() => test.mutate()}
          >
            {text.test}
          </Button>
        )}
        <Button look="primary" busy={run.isPending} disabled={ready.length === 0} onClick={() => run.mutate()}>
          {text.submit(ready.length)}
        </Button>
        {run.isPending && <span className="text-muted text-sm">{text.progress(results.size, found.items.length)}</span>}
      </div>
      {run.data && (
        <p role="status">{text.done(created.length, run.data.filter(({ state }) => state === "failed").length)}</p>
      )}
      {schedules.length > 0 && <p className="text-warn">{text.disabledSchedules(schedules.join(", "))}</p>}
    </div>
  );
}

/** True for an item that exists now, even if it doesn't work. */
function isCreated(result: Result | undefined): boolean {
  return result !== undefined && result.state !== "failed";
}

/** Returns the result of a creation, with the check of a key. */
async function resultOf(creation: ReturnType<typeof create>): Promise<Result> {
  try {
    const files = await creation;
    const closed = files?.filter(({ ok }) => !ok) ?? [];
    if (closed.length > 0)
      return { state: "failing", reason: closed.map((file) => text.closed(file.database, file.text)).join(" ") };
    const opened = files?.map(({ database }) => database).join(", ") ?? "";
    return { state: "created", reason: opened === "" ? null : text.checked(opened) };
  } catch (thrown) {
    return { state: "failed", reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <p className="font-medium text-sm">{title}</p>
      <ul className="list-disc pl-5 text-muted text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
