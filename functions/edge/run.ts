import type { Call } from "#shared/contract/call.ts";
import type { Delivery, DeliveryCall, Following, RawCall, Relay } from "#shared/contract/delivery.ts";
import { success } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Operation, WayOfAnswering } from "#shared/contract/operation.ts";
import type { Page } from "#shared/contract/page.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import { lengthRefusal } from "#shared/http/answer-length.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import type { Answer } from "./answers/answer.ts";
import { asksForCsv, csvAnswer } from "./answers/csv.ts";
import { goneSignal } from "./answers/drained.ts";
import { managementHeaders, textHeaders } from "./answers/envelope.ts";
import { eventsAnswer } from "./answers/events.ts";
import { keptAnswers } from "./answers/kept-answers.ts";
import { pageAnswer } from "./answers/page.ts";
import { audited, noteDone } from "./audited.ts";
import type { Exchange } from "./exchange.ts";
import { headerIn } from "./headers.ts";

/** Use case in the form that its answer type requires; the contract's type ensures it. */
type UseCase = (...given: never[]) => Promise<unknown>;

/** Answer type: runs the use case and returns the answer, or nothing if it was already sent. */
type Way = (exchange: Exchange, operation: Operation, useCase: UseCase) => Promise<Answer | null | undefined>;

const ways: Readonly<Record<WayOfAnswering, Way>> = {
  async envelope(exchange, { output, status, table, cache, notes }, useCase) {
    const checked = output.parse(await auditedOutput(exchange, useCase));
    if (table !== undefined && asksForCsv(headerIn(exchange.call.headers, "accept")))
      return csvAnswer(table(checked as never));
    const messages = [...exchange.notes, ...(notes?.(exchange.input as never, checked as never) ?? [])];
    const body = JSON.stringify(success(checked as Record<string, unknown>, messages));
    const headers = { ...managementHeaders, ...cached(cache) };
    return { status: status?.(checked as never, exchange.input as never) ?? 200, headers, body };
  },

  async json(exchange, { output, status }, useCase) {
    const checked = output.parse(await auditedOutput(exchange, useCase));
    return {
      status: status?.(checked as never, exchange.input as never) ?? 200,
      headers: managementHeaders,
      body: JSON.stringify(checked),
    };
  },

  async text(exchange, { output, contentType = "text/plain" }, useCase) {
    const checked = output.parse(await auditedOutput(exchange, useCase));
    return { status: 200, headers: textHeaders(contentType), body: String(checked) };
  },

  async page(exchange, { output, cache }, useCase) {
    const answer = pageAnswer(output.parse(await auditedOutput(exchange, useCase)) as Page);
    return { ...answer, headers: { ...answer.headers, ...cached(cache) } };
  },

  async bytes(exchange, { changes, headers: own }, useCase) {
    const { call, input } = exchange;
    const deliver = useCase as (input: unknown, call: DeliveryCall) => Promise<Delivery>;
    const known: DeliveryCall = {
      ...callOf(exchange),
      ...streamedCall(exchange),
      // An error in the middle leaves the connection open for its response.
      bytes: call.body.iterator({ destroyOnReturn: false }),
    };
    const { status, headers, body, objects } = await audited(exchange, () => deliver(input, known));
    const refusal = body && lengthRefusal(call.answer, headers["Content-Length"]);
    if (refusal !== undefined) throw refusal;
    if (changes === undefined && objects !== undefined) await noteDone(exchange, objects);
    return { status, headers: { ...managementHeaders, ...own, ...headers }, ...(body !== undefined && { body }) };
  },

  async events(exchange, { output }, useCase) {
    const following = (await auditedOutput(exchange, useCase)) as Following<unknown>;
    return eventsAnswer(exchange, following, (found) => output.parse(found));
  },

  relay: ({ call, outcome }, _operation, useCase) => (useCase as Relay)(call, outcome) as Promise<undefined>,

  raw: writtenByOperation,
  mcp: writtenByOperation,
};

async function writtenByOperation(exchange: Exchange, _operation: Operation, useCase: UseCase): Promise<null> {
  const { call: http, input, outcome } = exchange;
  const receive = useCase as (input: unknown, call: RawCall) => Promise<void>;
  keepStatus(http.answer, outcome);
  await audited(exchange, () => receive(input, { ...callOf(exchange), ...streamedCall(exchange), http }));
  if (outcome.status === 0) throw new ServiceError("internal", { detail: "the operation wrote no answer" });
  return null;
}

/** Records the status of a response that an operation writes itself, for the log. */
function keepStatus(answer: AnswerStream, outcome: Pick<ProxyOutcome, "status">): void {
  const writeHead = answer.writeHead.bind(answer);
  Object.assign(answer, {
    writeHead(status: number, headers: string[]): unknown {
      outcome.status = status;
      return writeHead(status, headers);
    },
  });
}

function cached(cache: Operation["cache"]): Answer["headers"] {
  return typeof cache === "number" ? { "Cache-Control": `private, max-age=${cache}` } : {};
}

/** Runs the use case of a call's operation and returns its answer. */
export function run(service: Readonly<Record<string, unknown>>): (exchange: Exchange) => ReturnType<Way> {
  const fromKept = keptAnswers();
  return (exchange) => {
    const { route } = exchange;
    if (route === undefined) throw new ServiceError("route_not_found");
    const { name, operation } = route;
    const answer = () => ways[operation.answers ?? "envelope"](exchange, operation, service[name] as UseCase);
    return operation.cache === "constant" ? fromKept(exchange, name, answer) : answer();
  };
}

function auditedOutput(exchange: Exchange, useCase: UseCase): Promise<unknown> {
  const perform = useCase as (input: unknown, call: Call) => Promise<unknown>;
  return audited(exchange, () => perform(exchange.input, callOf(exchange)));
}

function callOf(exchange: Exchange): Call {
  const { requestId, caller, outcome, browser, call } = exchange;
  // Other callers keep no cookies and are identified by address.
  if (browser.sender === "own") outcome.client.browser = browser.id;
  if (caller.kind === "admin-key") outcome.client.adminKeyId = caller.keyId;
  return {
    requestId,
    caller,
    client: outcome.client,
    browser,
    userAgent: headerIn(call.headers, "user-agent") ?? "",
    isFromThisMachine: call.isFromThisMachine(),
    ...(call.prefix !== "" && { prefix: call.prefix }),
    programSecret: headerIn(call.headers, "x-program-secret") ?? "",
    prefersAsync: /\brespond-async\b/i.test(headerIn(call.headers, "prefer") ?? ""),
    setCaller(proved) {
      exchange.caller = proved;
    },
  };
}

function streamedCall({ call }: Exchange) {
  return { header: (name: string) => headerIn(call.headers, name), gone: goneSignal(call.answer) };
}
