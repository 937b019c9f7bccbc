import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { afterAll, describe, expect, test } from "vitest";
import type { RawCall } from "#shared/contract/delivery.ts";
import { clientAddresses } from "../../local-runtime/http/client-address.ts";
import { gateway } from "../../local-runtime/http/gateway.ts";
import { gatewayLimits } from "../../local-runtime/http/gateway-limits.ts";
import { router } from "../../local-runtime/http/router.ts";
import { aReceiver } from "../support/a-receiver.ts";
import { collectedEntry, streamedEntry } from "../support/aws/lambda-entries.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { call } from "../support/http/call.ts";
import { adminAccount, testService } from "../support/test-service.ts";

installStreamingRuntime();
const home = await testService();
const calls: RawCall[] = [];
const handler = aReceiver((received) => calls.push(received))(home.runtime.platform);

const route = { function: "receiver", module: "", method: "ANY", template: "/receiver/{path+}", streams: false };
const endpoint = gateway({
  router: router([route], ["svc"]),
  handlers: new Map([["receiver", handler]]),
  clients: clientAddresses([], () => undefined),
  limits: gatewayLimits,
  crossOrigin: undefined,
  tls: undefined,
  agentLinkServer: { accepts: () => false, upgrade: () => undefined },
  requestId: () => "a request",
  fmiAddress: () => "",
  onRefusal: () => undefined,
});
const baseUrl = `http://127.0.0.1:${await endpoint.listen(0, "127.0.0.1")}`;
afterAll(async () => {
  await endpoint.close(0);
  await home.stop();
});

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly type: string;
  readonly notes: readonly string[];
}
type Headers = Readonly<Record<string, string>>;
type Ask = (method: string, path: string, headers?: Headers, body?: Buffer) => Promise<Seen>;

const collectedHandler = collectedEntry(handler);
const streamedHandler = streamedEntry(handler);

function seenOf(
  { statusCode, headers = {}, multiValueHeaders = {} }: Partial<APIGatewayProxyResult>,
  text: string,
): Seen {
  const type = String(headers["Content-Type"] ?? "");
  return { status: statusCode ?? 0, text, type, notes: (multiValueHeaders["X-Note"] ?? []).map(String) };
}

const ways: Readonly<Record<string, Ask>> = {
  "on one machine": async (method, path, headers = {}, body) => {
    const answer = await call(baseUrl, method, path, { headers, ...(body !== undefined && { body }) });
    const notes = String(answer.headers["x-note"] ?? "")
      .split(", ")
      .filter(Boolean);
    return { status: answer.status, text: answer.text, type: String(answer.headers["content-type"] ?? ""), notes };
  },
  "on Lambda, complete": async (method, path, headers = {}, body) => {
    const event: APIGatewayProxyEvent = restEvent(method, path, { headers, ...(body !== undefined && { body }) });
    const answer = await collectedHandler(event);
    return seenOf(answer, Buffer.from(answer.body, answer.isBase64Encoded ? "base64" : "utf8").toString());
  },
  "on Lambda, streamed": async (method, path, headers = {}, body) => {
    const event = restEvent(method, path, { headers, ...(body !== undefined && { body }) });
    const { prelude, body: bytes } = await invokeStream(streamedHandler, event);
    return seenOf(prelude as Partial<APIGatewayProxyResult>, bytes.toString());
  },
};

describe.each(Object.entries(ways))("a receiver with its own protocol, %s", (_way, ask) => {
  test("gets any method, any content type, and every byte, and responds in its own format", async () => {
    const bytes = Buffer.from([0, 255, 10, 123, 34]);
    const headers = { "Content-Type": "application/x-anything" };
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
      const { status, text, type, notes } = await ask(method, "/svc/receiver/shop/a/b%20c?x=1", headers, bytes);
      expect([status, type, notes], method).toEqual([method === "DELETE" ? 410 : 207, "text/x-lines", ["one", "two"]]);
      expect(text.split("\n")).toEqual([
        method,
        "/receiver/shop/a/b%20c?x=1",
        "shop",
        "a/b c",
        "application/x-anything",
        bytes.toString("hex"),
      ]);
    }
  });

  test("has its callers checked if its operation requires a credential", async () => {
    expect((await ask("POST", "/svc/receiver/shop/administration")).status).toBe(401);
    const { status, text } = await ask("POST", "/svc/receiver/shop/administration", { Authorization: adminAccount });
    expect([status, text.split("\n")[3]]).toEqual([207, "admin-account"]);
  });

  test("is answered for if it fails before its headers, and aborted after them", async () => {
    const { status, text } = await ask("POST", "/svc/receiver/shop/x", { "X-Fail": "before" });
    expect([status, JSON.parse(text).messages[0].text]).toEqual([500, expect.any(String)]);
    const behind = await ask("POST", "/svc/receiver/shop/x", { "X-Fail": "behind" }).catch(() => "broken");
    expect(behind).toSatisfy((seen: Seen | string) => seen === "broken" || (seen as Seen).text === "");
  });

  test("knows its caller's address and id, and has its line in the log", async () => {
    calls.length = 0;
    await ask("GET", "/svc/receiver/shop/line");
    const [received] = calls;
    expect(received?.client.address).toMatch(/\d/);
    const lines = (await home.logs()).split("\n").filter((line) => line.includes(String(received?.requestId)));
    expect(lines.join()).toContain("/svc/receiver/shop/line");
    expect(lines.join()).toContain("207");
  });
});
