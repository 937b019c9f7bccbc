import type { Clock } from "../clock.ts";
import type { Anonymizer } from "./anonymizer.ts";
import { type Answer, type Call, called, type Target } from "./call.ts";
import { type Caller, filled, type HttpQuestion, unknownName, type Variable } from "./questions/http-question.ts";
import { jsonOf, nameKinds, recordedAnswer, recordedRequest, shapeOf } from "./recorded-http.ts";
import type { HttpEntry } from "./recording.ts";

/** Servers, accounts and known values of one recording. */
export interface Asking {
  readonly targets: Readonly<Record<"public" | "admin", Target>>;
  /** Account of the file, if the administrator gave one. */
  readonly account: { readonly user: string; readonly password: string } | undefined;
  /** Returns the Authorization header with which this host signs in to the Admin API. Undefined: it has no key. */
  readonly adminAuthorization: () => string | undefined;
  /** Values of variables, which answers add to. */
  readonly values: Map<Variable, string>;
  readonly anonymize: Anonymizer;
  readonly clock: Clock;
  /** Called with each session that a question opened. */
  readonly opened?: (api: HttpEntry["api"], token: string) => void;
}

const unknownToken = "0".repeat(52);
const wrongAccount = `Basic ${Buffer.from(`${unknownName}:wrong`).toString("base64")}`;

/** Asks one question. Returns its recording, or the reason why it couldn't be asked. */
export async function askOverHttp(
  question: HttpQuestion,
  asking: Asking,
): Promise<{ readonly entry: HttpEntry } | { readonly skipped: string }> {
  const { values, anonymize, clock, targets } = asking;
  for (const name of question.forgets ?? []) values.delete(name);
  const authorization = authorizationOf(question, asking);
  if ("missing" in authorization) return { skipped: authorization.missing };
  const path = filled(question.path, (name) => encoded(values.get(name)));
  const body = question.body === undefined ? undefined : filled(question.body, (name) => escaped(values.get(name)));
  for (const part of [path, body])
    if (part !== undefined && "missing" in part) return { skipped: `no ${part.missing} is known` };
  const call: Call = {
    method: question.method,
    path: "text" in path ? path.text : "",
    headers: {
      ...question.headers,
      ...(authorization.header !== undefined && { Authorization: authorization.header }),
    },
    body: body !== undefined && "text" in body ? body.text : undefined,
  };
  const target = question.api === "admin" ? targets.admin : targets.public;
  const { answer, error, ms, tls } = await called(target, call, clock);
  if (answer !== undefined) keep(question, answer, asking);
  return {
    entry: {
      step: question.step,
      api: question.api,
      request: recordedRequest(question, authorization.recorded, anonymize, values),
      response: answer === undefined ? null : recordedAnswer(question, answer, anonymize),
      ...(error !== undefined && { error: anonymize.text(error) }),
      ms,
      tls,
    },
  };
}

type Authorization = { readonly header: string | undefined; readonly recorded: string | undefined };

function authorizationOf(
  { as, api }: HttpQuestion,
  { account, adminAuthorization, values }: Asking,
): Authorization | { readonly missing: string } {
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const sessionOf: Partial<Record<Caller, Variable>> = { session: api === "admin" ? "admin-token" : "token" };
  const token = values.get(sessionOf[as] ?? "token");
  switch (as) {
    case "nobody":
      return { header: undefined, recorded: undefined };
    case "wrong":
      return { header: wrongAccount, recorded: "Basic «wrong account»" };
    case "wrong-session":
    case "wrong-admin-session":
      return { header: `Bearer ${unknownToken}`, recorded: "Bearer «wrong token»" };
    case "account":
      if (account === undefined) return { missing: "no account was given" };
      return { header: basic(account.user, account.password), recorded: "Basic «account»" };
    case "admin": {
      const header = adminAuthorization();
      if (header === undefined) return { missing: "this host has no key for the Admin API" };
      return { header, recorded: `${header.split(" ")[0]} «token:jwt:${header.length}»` };
    }
    case "session":
      if (token === undefined) return { missing: "no session was opened" };
      return { header: `Bearer ${token}`, recorded: `Bearer ${shapeOf(token)}` };
  }
}

function keep({ keep: valuesIn, api }: HttpQuestion, { status, body }: Answer, { values, anonymize, opened }: Asking) {
  if (valuesIn === undefined || status >= 300) return;
  for (const [name, value] of Object.entries(valuesIn(jsonOf(body))) as [Variable, string | undefined][]) {
    if (value === undefined || value === "") continue;
    values.set(name, value);
    if (name.endsWith("key") && !/^\d+$/.test(value)) anonymize.secret(value.replaceAll("'", ""));
    if (name === "token" || name === "admin-token") {
      anonymize.secret(value);
      opened?.(api, value);
    } else if (name in nameKinds) anonymize.name(nameKinds[name as keyof typeof nameKinds], value);
  }
}

function encoded(value: string | undefined): string | undefined {
  return value === undefined ? undefined : encodeURIComponent(value);
}

function escaped(value: string | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value).slice(1, -1);
}
