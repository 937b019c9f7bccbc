import { request } from "node:http";
import { afterAll, expect } from "vitest";
import { fileLogBackend } from "#shared/logs/reading/file-log-backend.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { memoryLogs } from "./support/memory-logs.ts";

const logs = memoryLogs();
const service = await testService({
  decorate: (platform) => ({ ...platform, serviceLogs: fileLogBackend(logs, platform.clock) }),
});
afterAll(() => service.stop());

const name = "svc-info.log";

interface Received {
  readonly event: string;
  readonly id: string;
  readonly data: { readonly lines?: readonly { readonly text: string }[]; readonly isRotated?: boolean };
}

/** Follows a log. */
async function listener(lastEventId?: string, query = "") {
  const headers = { Authorization: adminAccount, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) };
  let text = "";
  let hasEnded = false;
  const sent = request(`${service.baseUrl}/svc/api/logs/${name}/follow${query}`, { headers, agent: false });
  const answered = Promise.withResolvers<string>();
  sent.on("error", () => undefined);
  sent.on("response", (response) => {
    answered.resolve(String(response.headers["content-type"]));
    response.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    response.on("close", () => {
      hasEnded = true;
    });
  });
  sent.end();
  expect(await answered.promise).toBe("text/event-stream; charset=utf-8");
  const received = (): readonly Received[] =>
    text
      .split("\n\n")
      .slice(0, -1)
      .filter((message) => message.startsWith("event:"))
      .map((message) => {
        const fields = Object.fromEntries(
          message.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        return { event: fields.event ?? "", id: fields.id ?? "", data: JSON.parse(fields.data ?? "{}") };
      });
  const texts = () => received().flatMap(({ data }) => data.lines?.map(({ text }) => text) ?? []);
  return { received, texts, hasEnded: () => hasEnded, leave: () => sent.destroy() };
}

verifies("logs:follow:stream", async () => {
  logs.write(name, "before\n");
  const reader = await listener();
  await until(() => reader.received().some(({ event }) => event === "begin"));
  logs.append(name, "one\ntwo\n");
  await until(() => reader.texts().length === 2);
  reader.leave();
  const { id } = reader.received().at(-1) as Received;
  logs.append(name, "three\n");
  const again = await listener(id);
  await until(() => again.texts().length === 1);
  again.leave();
  expect([...reader.texts(), ...again.texts()]).toEqual(["one", "two", "three"]);
});

verifies("logs:follow:stream", "a log that is cleared or rotated is reported as such", async () => {
  logs.write(name, "before\n");
  const reader = await listener();
  await until(() => reader.received().length > 0);
  logs.rotate(name);
  logs.append(name, "anew\n");
  await until(() => reader.received().some(({ data }) => data.isRotated === true));
  await until(() => reader.texts().includes("anew"));
  reader.leave();
});

verifies(
  "logs:follow:stream",
  "a stream ends after ten minutes, so that its reader's permissions are checked again",
  async () => {
    const reader = await listener();
    await until(() => reader.received().length > 0);
    await service.turn(10 * 60_000 + 1_000);
    await until(reader.hasEnded);
  },
);

verifies(
  "logs:follow:latest",
  "the latest lines are the last part of a large burst, or all of a small one",
  async () => {
    logs.write(name, "before\n");
    const reader = await listener(undefined, "?latest=3");
    await until(() => reader.received().length > 0);
    logs.append(name, Array.from({ length: 5_000 }, (_, index) => `line ${index}\n`).join(""));
    await until(() => reader.texts().includes("line 4999"));
    logs.append(name, "one\ntwo\nthree\nfour\n");
    await until(() => reader.texts().includes("four"));
    reader.leave();
    expect(reader.texts()).toEqual(["line 4997", "line 4998", "line 4999", "one", "two", "three", "four"]);
  },
);

verifies("logs:follow:latest", "without that option, no line is left out of any burst", async () => {
  logs.write(name, "before\n");
  const reader = await listener();
  await until(() => reader.received().length > 0);
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`);
  logs.append(name, `${lines.join("\n")}\n`);
  await until(() => reader.texts().includes("line 4999"));
  reader.leave();
  expect(reader.texts()).toEqual(lines);
});
