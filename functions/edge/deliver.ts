import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { DeliveriesOf, Delivery, DeliveryCall } from "../../shared/contract/delivery.ts";
import { ServiceError } from "../../shared/contract/errors.ts";
import type { Operation, Operations } from "../../shared/contract/operation.ts";
import { reasonOf } from "../../shared/ports/background.ts";
import { checkedTarget } from "../../shared/proxy/path-rules.ts";
import type { AnswerStream, ProxyCall } from "../../shared/proxy/proxy-call.ts";
import { provided } from "../wiring/foundation.ts";
import { audited, noteDone } from "./audited.ts";
import { authenticate } from "./authenticate.ts";
import { callEvent } from "./call-event.ts";
import { drained } from "./drained.ts";
import { asServiceError, errorAnswer, managementHeaders } from "./envelope.ts";
import { headerOf, inputOf } from "./input.ts";
import { observe } from "./observe.ts";
import { noteRefusal } from "./refused-credential.ts";
import { type Routes, routesOf, templatesOf } from "./routes.ts";
import { type EdgeRequest, served } from "./served.ts";
import type { StreamHandler } from "./stream.ts";

type UseCases = Readonly<Record<string, (input: unknown, call: DeliveryCall) => Promise<Delivery>>>;

/** The handler of our own streams: the walk of `serve`, with an answer that is sent as it comes. */
export function deliver<R extends Operations>(resource: R, service: () => DeliveriesOf<R>): StreamHandler {
  const routes = routesOf(resource);
  const templates = templatesOf(resource);
  return async (call) => {
    const event = callEvent(call, templates);
    const request: EdgeRequest = { event, response: undefined, error: undefined };
    const observed = observe();
    observed.before(request);
    const answer = await answered(request, call, routes, service as unknown as () => UseCases);
    call.body.resume();
    const own = served(event).operation?.headers;
    request.response = answer instanceof ServiceError ? refusalOf(answer, own) : headOf(answer, own);
    observed.after(request);
    await send(call, request.response, answer instanceof ServiceError ? undefined : answer.body).catch(
      (thrown: unknown) => broken(event, call.answer, thrown),
    );
  };
}

/** What is delivered, or why nothing is. */
async function answered(
  request: EdgeRequest,
  { target, answer, body }: ProxyCall,
  routes: Routes,
  service: () => UseCases,
): Promise<Delivery | ServiceError> {
  const { event } = request;
  const state = served(event);
  const leaving = new AbortController();
  answer.once("close", () => leaving.abort());
  try {
    checkedTarget(target);
    const { name, operation } = routes(event.httpMethod, event.resource);
    Object.assign(state, { name, operation });
    if (operation.takes === undefined) body.resume();
    await authenticate().before(request);
    const offered = service()[name];
    if (offered === undefined) throw new ServiceError("route_not_found");
    const { requestId, caller, visitor } = state;
    const header = (wanted: string) => headerOf(event, wanted);
    // A refusal in the middle leaves the connection to its answer.
    const bytes: AsyncIterable<Uint8Array> = body.iterator({ destroyOnReturn: false });
    const input = inputOf(operation, event);
    const known = { requestId, caller, visitor, header, gone: leaving.signal, bytes };
    const delivery = await audited(event, input, () => offered(input, known));
    if (operation.changes === undefined && delivery.objects !== undefined) await noteDone(event, delivery.objects);
    return delivery;
  } catch (thrown) {
    state.failure = asServiceError(thrown);
    noteRefusal(event, state.failure);
    return state.failure;
  }
}

/** A refusal, and for who asked for a range how far the file reaches (RFC 9110, 15.5.17). */
function refusalOf(failure: ServiceError, own: Operation["headers"] = {}): APIGatewayProxyResult {
  const answer = errorAnswer(failure);
  const range = failure.status === 416 ? { "Content-Range": `bytes */${failure.response.sizeBytes}` } : {};
  const length = { "Content-Length": String(Buffer.byteLength(answer.body)) };
  return { ...answer, headers: { ...answer.headers, ...own, ...range, ...length } };
}

function headOf({ status, headers }: Delivery, own: Operation["headers"] = {}): APIGatewayProxyResult {
  return { statusCode: status, headers: { ...managementHeaders, ...own, ...headers }, body: "" };
}

async function send(
  { answer, method }: ProxyCall,
  { statusCode, headers = {}, body }: APIGatewayProxyResult,
  bytes: Delivery["body"],
): Promise<void> {
  if (answer.destroyed) return;
  answer.writeHead(
    statusCode,
    Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
  );
  if (bytes !== undefined && method !== "HEAD") {
    for await (const piece of bytes) {
      if (answer.destroyed) return;
      if (!answer.write(piece)) await drained(answer);
    }
  }
  answer.end(method === "HEAD" ? undefined : body);
}

/** The head is gone: only a broken answer says that it is not whole. */
function broken(event: APIGatewayProxyEvent, answer: AnswerStream, thrown: unknown): void {
  answer.destroy();
  const { requestId, name } = served(event);
  const reason = thrown instanceof ServiceError ? thrown.text : reasonOf(thrown);
  provided().log.error({ event: "delivery_broken", requestId, operation: name, reason });
}
