import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import type { Call } from "../../shared/contract/call.ts";
import { success } from "../../shared/contract/envelope.ts";
import { ServiceError } from "../../shared/contract/errors.ts";
import type { Operation, Operations, ServiceOf } from "../../shared/contract/operation.ts";
import type { Page } from "../../shared/contract/page.ts";
import { audited } from "./audited.ts";
import { authenticate } from "./authenticate.ts";
import { asServiceError, errorAnswer, managementHeaders, textHeaders } from "./envelope.ts";
import { headerOf, inputOf } from "./input.ts";
import { observe } from "./observe.ts";
import { errorPage, pageAnswer } from "./page.ts";
import { noteRefusal } from "./refused-credential.ts";
import { type Routes, routesOf } from "./routes.ts";
import { type EdgeRequest, served } from "./served.ts";

type UseCase = (input: unknown, call: Call) => Promise<unknown>;

/** What a Lambda function of the management API is: an event in, an answer out. */
export type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<APIGatewayProxyResult>;

/** The handler of a resource: the straight walk from an event to the use-case and back. */
export function serve<R extends Operations>(resource: R, service: () => ServiceOf<R>): Handler {
  const handle = async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const state = served(event);
    const { operation, name, requestId, caller, visitor, browser } = state;
    if (operation === undefined) throw new ServiceError("route_not_found");
    const input = inputOf(operation, event);
    const useCase = (service() as Readonly<Record<string, UseCase>>)[name] as UseCase;
    const call: Call = {
      requestId,
      caller,
      visitor,
      browser,
      userAgent: headerOf(event, "user-agent") ?? "",
      becomes(proved) {
        state.caller = proved;
      },
    };
    return answer(operation, await audited(event, input, () => useCase(input, call)));
  };
  const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(observe())
    .use(refuse())
    .use(route(routesOf(resource)))
    .use(authenticate())
    .handler(handle);
  return handler as unknown as Handler;
}

function route(routes: Routes) {
  return {
    before: ({ event }: EdgeRequest) => {
      const { name, operation } = routes(event.httpMethod, event.resource);
      Object.assign(served(event), { name, operation });
    },
  };
}

/** The one place where what was thrown becomes an answer. */
function refuse() {
  return {
    onError: (request: EdgeRequest) => {
      const failure = asServiceError(request.error);
      const state = served(request.event);
      state.failure = failure;
      noteRefusal(request.event, failure);
      if (failure.error === "unauthenticated" && state.browser.session !== undefined) state.browser.forget();
      request.response = state.operation?.answers === "page" ? errorPage(failure) : errorAnswer(failure);
    },
  };
}

/** What the schema does not name does not leave the house: the answer is parsed too. */
function answer({ output, answers, contentType, status }: Operation, result: unknown): APIGatewayProxyResult {
  const checked = output.parse(result);
  if (answers === "page") return pageAnswer(checked as Page);
  if (answers === "text")
    return { statusCode: 200, headers: textHeaders(contentType ?? "text/plain"), body: String(checked) };
  return {
    statusCode: status?.(checked as never) ?? 200,
    headers: { ...managementHeaders },
    body: JSON.stringify(answers === "json" ? checked : success(checked as Record<string, unknown>)),
  };
}
