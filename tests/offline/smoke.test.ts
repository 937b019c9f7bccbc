import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { onOwnStack } from "../../scripts/smoke/own-stack.ts";
import { smoke } from "../../scripts/smoke/smoke.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const target = (origin: string) => ({
  address: `${origin}/svc`,
  administrator: { user: "admin", pass: "admin-pass" },
  file: "Contacts",
  layout: "Contacts",
  accounts: [
    { user: "api", pass: "demo-pass" },
    { user: "readonly", pass: "readonly-pass" },
  ] as const,
});

interface Kept {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Starts a server in between, which forwards calls, adds API Gateway's request id to each answer, and modifies answers as a test says. */
async function between(spoil: (call: string, answer: Kept) => Kept): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization, "content-type": type } = request.headers;
    const answer = await fetch(`${service.baseUrl}${request.url}`, {
      method: String(request.method),
      headers: { ...(authorization && { authorization }), ...(type && { "content-type": type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const named = new Headers([...answer.headers, ["x-amzn-requestid", crypto.randomUUID()]]);
    const spoiled = spoil(`${request.method} ${request.url}`, { status: answer.status, headers: named, body });
    const { "content-encoding": _, "content-length": __, ...headers } = Object.fromEntries(spoiled.headers);
    response.writeHead(spoiled.status, headers).end(spoiled.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const steps: string[] = [];
const tried = async (origin: string) => {
  steps.length = 0;
  await smoke(target(origin), (step) => steps.push(step));
};

verifies("runtime:aws:smoke", "a cache that keeps errors and serves them to others is detected", async () => {
  // As CloudFront does without ErrorCachingMinTTL: by address, for every caller.
  const kept = new Map<string, Kept>();
  const origin = await between((call, answer) => {
    if (answer.status !== 500 || !call.startsWith("GET")) return answer;
    const first = kept.get(call) ?? answer;
    kept.set(call, first);
    return first;
  });
  await expect(tried(origin)).rejects.toThrow("errors are being cached");
  expect(steps).toEqual(["ready", "key", "call"]);
  // No key is left.
  expect((await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"]).toEqual([]);
});

verifies("runtime:aws:smoke", "a challenge that lost its name is detected", async () => {
  const origin = await between((_call, answer) => {
    const challenge = answer.headers.get("www-authenticate");
    if (challenge === null) return answer;
    const headers = new Headers(answer.headers);
    headers.delete("www-authenticate");
    headers.set("x-amzn-remapped-www-authenticate", challenge);
    return { ...answer, headers };
  });
  await expect(tried(origin)).rejects.toThrow("no WWW-Authenticate");
  expect(steps).toEqual(["ready", "key", "call", "empty find"]);
});

test("a stack created for the test is updated once and always removed, and existing ones never", async () => {
  const done: string[] = [];
  let stands = false;
  const dependencies = (run: () => Promise<void>) => ({
    formation: {
      stack: async () =>
        stands
          ? { status: "", reason: undefined, outputs: new Map([["Address", "https://d1.test"]]), parameters: new Map() }
          : undefined,
    },
    deploy: () => {
      stands = true;
      return done.push("deploy") * 0;
    },
    update: () => done.push("update") * 0,
    remove: () => {
      stands = false;
      return done.push("remove") * 0;
    },
    run: async (address: string) => {
      done.push(address);
      await run();
    },
    print: () => undefined,
  });
  expect(
    await onOwnStack(
      "latchkey-smoke",
      dependencies(async () => undefined),
    ),
  ).toBe(0);
  const fails = dependencies(async () => Promise.reject(new Error("no key")));
  await expect(onOwnStack("latchkey-smoke", fails)).rejects.toThrow("no key");
  const address = "https://d1.test";
  expect(done).toEqual(["deploy", address, "update", address, "remove", "deploy", address, "remove"]);
  stands = true;
  await expect(onOwnStack("latchkey-smoke", fails)).rejects.toThrow("already exists");
  expect(done).toHaveLength(8);
});
