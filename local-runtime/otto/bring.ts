import * as z from "zod";
import type { ApiAnswer } from "#shared/transfer/otto/api-answer.ts";
import type { OttoItem, OttoKind } from "#shared/transfer/otto/contract.ts";
import type { JsonApi } from "./json-api.ts";

/** Result for one thing. */
export interface Brought {
  readonly kind: OttoKind;
  readonly name: string;
  /** `failing`: a key that was created, but doesn't open all of its files. */
  readonly state: "created" | "failing" | "present" | "left-out";
  /** Reason why it is left out or failing. For a key that works: what it opens. */
  readonly reason: string | null;
}

/** Asks the administrator. An empty answer leaves out what the answer is for. */
export type Ask = (question: string, isSecret: boolean) => Promise<string>;

/** Attempts to enter one secret. */
const maxAttempts = 3;

/** Secret of an item, as fields of its first call. */
type SecretFields = Readonly<Record<string, string>>;

/**
 * Creates all new items, each by ordinary calls of the management API, which check and audit them. Things that exist already stay as they
 * are, so it can be repeated.
 */
export async function bringFrom(items: readonly OttoItem[], own: JsonApi, ask: Ask): Promise<readonly Brought[]> {
  const results = items.flatMap(({ kind, name, state, reason }): Brought[] =>
    state === "new" ? [] : [{ kind, name, state, reason }],
  );
  const report: Report = async ({ kind, name }, { code, text, response }) => {
    if (code !== 0) results.push({ kind, name, ...leftOut(text) });
    else if (kind !== "data-key") results.push({ kind, name, state: "created", reason: null });
    else results.push({ kind, name, ...(await checkedKey(own, String(response?.id))) });
  };
  const fresh = items.filter(({ state }) => state === "new");
  const ofSecret = (kind: string) => fresh.filter(({ secret }) => secret?.kind === kind);

  await bringDataKeys(ofSecret("file-account"), { own, ask, report });
  await bringAdminKeys(ofSecret("console-account"), { own, ask, report });
  for (const item of fresh) {
    if (item.secret === null) await report(item, await created(item, own, {}));
    if (item.secret?.kind !== "store") continue;
    const secret = await ask(`Secret access key of the offsite location ${item.name} (empty: leave out)`, true);
    if (secret === "") await report(item, { code: -1, text: "its secret access key wasn't given" });
    else await report(item, await created(item, own, { secret_access_key: secret }));
  }
  return results;
}

/** Outcome of a call, or of none: without a response. */
type CallOutcome = Pick<ApiAnswer, "code" | "text"> & Partial<Pick<ApiAnswer, "response">>;

type Report = (item: Pick<OttoItem, "kind" | "name">, answer: CallOutcome) => Promise<void>;

interface Bringing {
  readonly own: JsonApi;
  readonly ask: Ask;
  readonly report: Report;
}

/**
 * Creates keys. Asks for a password once per account. An account can have another password in another file: keys that it doesn't open are
 * asked for again.
 */
async function bringDataKeys(keys: readonly OttoItem[], { own, ask, report }: Bringing): Promise<void> {
  for (const [user, ofUser] of Map.groupBy(keys, ({ secret }) => secret?.name ?? "")) {
    let open: readonly OttoItem[] = ofUser;
    let refusals = new Map<OttoItem, CallOutcome>();
    for (let attempt = 0; attempt < maxAttempts && open.length > 0; attempt += 1) {
      const files = [...new Set(open.flatMap(({ secret }) => secret?.files ?? []))].join(", ");
      const pass = await ask(
        `Password of the account ${user} for ${counted(open.length, "key")} of ${files} (empty: leave out)`,
        true,
      );
      if (pass === "") break;
      refusals = new Map();
      for (const key of open) {
        const answer = await created(key, own, { pass });
        if (answer.code === 0) await report(key, answer);
        else refusals.set(key, answer);
      }
      open = [...refusals.keys()];
    }
    for (const key of open) await report(key, refusals.get(key) ?? noPassword);
  }
}

async function bringAdminKeys(keys: readonly OttoItem[], { own, ask, report }: Bringing): Promise<void> {
  if (keys.length === 0) return;
  const user = await ask(
    `Admin Console account for ${counted(keys.length, "Admin API key")} (empty: leave out): user`,
    false,
  );
  const pass = user === "" ? "" : await ask(`Password of ${user}`, true);
  for (const key of keys) await report(key, user === "" ? noPassword : await created(key, own, { user, pass }));
}

/** Makes the calls of an item until one fails. Returns the last response. */
async function created({ calls }: OttoItem, own: JsonApi, secret: SecretFields): Promise<CallOutcome> {
  let last: CallOutcome = { code: 0, text: "OK" };
  for (const [index, { operation, input }] of calls.entries()) {
    const [method = "", template = ""] = operation.split(" ");
    const named = new Set<string>();
    const path = template.slice("/svc/api/".length).replace(/\{(\w+)\}/g, (_, name: string) => {
      named.add(name);
      return encodeURIComponent(String(input[name]));
    });
    const rest = Object.entries(input).filter(([name]) => !named.has(name));
    last = await own.send(method, path, { ...Object.fromEntries(rest), ...(index === 0 && secret) });
    if (last.code !== 0) break;
  }
  return last;
}

/** Tests a new key as its clients will use it: its stored account on each of its files. */
async function checkedKey(own: JsonApi, id: string): Promise<Pick<Brought, "state" | "reason">> {
  const { code, text, response } = await own.send("POST", `api-key/${id}/test`, {});
  const tested = Tested.safeParse(response);
  if (code !== 0 || !tested.success) return { state: "failing", reason: `the key couldn't be tested: ${text}` };
  const { files } = tested.data;
  const closed = files
    .filter(({ ok }) => !ok)
    .map((file) => `doesn't open ${file.database}: ${file.text ?? "unknown"}`);
  if (closed.length > 0) return { state: "failing", reason: closed.join("; ") };
  return {
    state: "created",
    reason: files.length === 0 ? null : `opens ${files.map((file) => file.database).join(", ")}`,
  };
}

const Tested = z.object({
  files: z.array(z.object({ database: z.string(), ok: z.boolean(), text: z.string().nullable() })),
});

const noPassword = { code: -1, text: "its password wasn't given" };

function leftOut(reason: string) {
  return { state: "left-out", reason } as const;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
