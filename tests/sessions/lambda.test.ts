import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, expect, test } from "vitest";
import { resource as signIn } from "../../functions/public/sign-in.ts";
import { collectedEntry, handlerOf } from "../support/aws/lambda-entries.ts";
import { testService } from "../support/test-service.ts";

const service = await testService({ environment: { BASE_URL: "https://keys.example.com" } });
afterAll(() => service.stop());
const handler = collectedEntry(handlerOf(signIn, service.runtime.platform));

test("a Lambda function handles sessions like the local gateway, by the address in BASE_URL", async () => {
  const origin = { origin: ["https://keys.example.com"] };
  const signedIn = await handler(event("POST", { ...origin, "content-type": ["application/json"] }, account));
  expect(signedIn.statusCode).toBe(200);
  const [cookie = "", browser] = (signedIn.multiValueHeaders?.["Set-Cookie"] ?? []).map(String);
  expect(browser).toMatch(/^__Host-latchkey-browser=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure; /);
  expect(cookie).toMatch(/^__Host-latchkey=ls_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure; /);
  const [pair = ""] = cookie.split(";");

  // HTTP/2 may send cookies in several headers, and other cookies are sent with ours.
  const read = await handler(event("GET", { Cookie: ["theme=dark; other=1", `a=b; ${pair}`] }));
  expect(JSON.parse(read.body).response.caller).toMatchObject({ kind: "session", name: "admin" });

  const foreign = { Cookie: [pair], origin: ["https://else.example.com"] };
  expect((await handler(event("DELETE", foreign))).statusCode).toBe(403);
  const signedOut = await handler(event("DELETE", { ...origin, Cookie: [pair] }));
  expect(signedOut.headers?.["Set-Cookie"]).toBe(
    "__Host-latchkey=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0",
  );
});

const account = JSON.stringify({ user: "admin", pass: "admin-pass" });

/** Returns an event of API Gateway behind CloudFront, which doesn't pass on the browser's Host. */
function event(method: string, headers: Record<string, string[]>, body: string | null = null): APIGatewayProxyEvent {
  const all = { Host: ["abc.execute-api.eu-central-1.amazonaws.com"], ...headers };
  return {
    resource: "/svc/api/session",
    path: "/svc/api/session",
    httpMethod: method,
    headers: Object.fromEntries(Object.entries(all).map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: all,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: "203.0.113.7" } } as APIGatewayProxyEvent["requestContext"],
  };
}
