import { afterAll, expect } from "vitest";
import type { Table } from "#shared/ports/table.ts";
import { deleteOrphanedLogs } from "../../functions/wiring/work.ts";
import { actedKind, started, withKinds } from "../jobs/support/acted-kind.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess } from "./support/final-process.ts";

const kind = actedKind("test.talking");
/** Reads of lines, and a promise that they wait for. */
const reads = { count: 0, wait: Promise.resolve() };
const { decorate } = withKinds(kind);
const service = await testService({
  decorate(given) {
    const platform = decorate(given);
    const query: Table["query"] = async (asked) => {
      if (asked.prefix?.startsWith("line#")) {
        reads.count += 1;
        // The first thousand lines, and no more.
        if (reads.count > 11) await reads.wait;
      }
      return platform.table.query(asked);
    };
    return { ...platform, table: { ...platform.table, query } };
  },
});
afterAll(() => service.stop());

const log = async (id: number, query = "") =>
  (await service.admin("GET", `/svc/api/processes/${id}/log${query}`)).body.response;
const doneBy = async (act: typeof kind.act): Promise<number> => {
  kind.act = act;
  const id = await started(service, kind);
  await finalProcess(service, id);
  return id;
};

verifies("processes:log:since", async () => {
  const id = await doneBy(async (step) => {
    for (let line = 1; line <= 450; line += 1) await step.log(line % 50 === 0 ? "error" : "info", `Line ${line}`);
    return { end: "done" };
  });
  const seen: string[] = [];
  let since = 0;
  for (;;) {
    const page = await log(id, `?since=${since}&limit=130`);
    if (page.lines.length === 0) break;
    expect(page.lines[0].position).toBe(since + 1);
    seen.push(...page.lines.map(({ text }: { text: string }) => text));
    since = page.position;
  }
  expect(seen).toEqual([...Array.from({ length: 450 }, (_, index) => `Line ${index + 1}`), "Done"]);
  expect(await log(id, "?since=99&limit=2")).toMatchObject({
    lines: [{ position: 100 }, { position: 101 }],
    state: "done",
  });

  const text = await service.admin("GET", `/svc/api/processes/${id}/log.txt`);
  expect(text.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const lines = text.text.trimEnd().split("\n");
  expect(lines).toHaveLength(451);
  expect(lines[49]).toMatch(/^\d{4}-\d\d-\d\dT\S+Z error {3}Line 50$/);
  expect(lines.at(-1)).toMatch(/Z success Done$/);
});

verifies("processes:log:streamed", async () => {
  const id = await doneBy(async (step) => {
    for (let line = 1; line <= 2_500; line += 1) await step.log("info", `Line ${line}`);
    return { end: "done" };
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(reads, { count: 0, wait: promise });
  const headers = { authorization: adminAccount };
  const answer = await fetch(`${service.baseUrl}/svc/api/processes/${id}/log.txt`, { headers });
  let text = "";
  for await (const piece of answer.body ?? []) {
    text += Buffer.from(piece).toString();
    // The following lines can be read only now.
    if (text.includes("Line 1000\n")) resolve();
  }
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ").at(-1))).toEqual([
    ...Array.from({ length: 2_500 }, (_, index) => String(index + 1)),
    "Done",
  ]);
});

verifies(
  "processes:log:since",
  "a line contains no keys and no control characters, and is cut at its maximum length",
  async () => {
    const key = await service.aKey();
    const id = await doneBy(async (step) => {
      await step.log("info", `Used ${key}\nand\u0000more ${"x".repeat(5_000)}`);
      return { end: "done" };
    });
    const [{ text }] = (await log(id)).lines;
    expect(text).not.toContain(key);
    expect(text).toMatch(/^[^\p{Cc}]+$/u);
    expect(text.length).toBeLessThan(2_100);
  },
);

verifies("processes:log:since", "an unknown process has none", async () => {
  for (const part of ["", "/log", "/log.txt", "/tool-log"])
    expect(await service.admin("GET", `/svc/api/processes/999999${part}`), part).toRefuseWith("process_not_found");
  expect(await service.admin("GET", "/svc/api/processes/x/log")).toRefuseWith("input_invalid");
});

async function* output(...chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

verifies("processes:tool-log:download", async () => {
  const id = await doneBy(async (step) => {
    await step.toolLog(output("first draft"));
    await step.toolLog(output("Checking consistency…\n", "0 problems\n"));
    return { end: "done" };
  });
  const download = await service.admin("GET", `/svc/api/processes/${id}/tool-log`);
  expect([download.status, download.text]).toEqual([200, "Checking consistency…\n0 problems\n"]);
  expect(await finalProcess(service, id)).toMatchObject({ hasToolLog: true });
  const without = await doneBy(async () => ({ end: "done" }));
  expect(await service.admin("GET", `/svc/api/processes/${without}/tool-log`)).toRefuseWith("tool_log_not_found");
});

verifies(
  "processes:tool-log:download",
  "the start of an endless output is kept, with a note about the rest",
  async () => {
    const id = await doneBy(async (step) => {
      await step.toolLog(output(...Array.from({ length: 25 }, () => "x".repeat(100_000))));
      return { end: "done" };
    });
    const { text } = await service.admin("GET", `/svc/api/processes/${id}/tool-log`);
    expect(text.length).toBeLessThan(2_000_100);
    expect(text.slice(2_000_000)).toBe("\n[500000 more bytes were not kept]\n");
  },
);

verifies("processes:retention:expiry", async () => {
  const id = await doneBy(async (step) => {
    await step.toolLog(output("kept"));
    return { end: "done" };
  });
  const days = (count: number) => service.turn(count * 24 * 60 * 60_000);
  const { blobs } = service.runtime.platform.blobs;
  await days(29);
  await deleteOrphanedLogs(service.runtime.platform);
  expect((await service.admin("GET", `/svc/api/processes/${id}/tool-log`)).text).toBe("kept");
  await days(2);
  expect(await service.admin("GET", `/svc/api/processes/${id}`)).toRefuseWith("process_not_found");
  expect((await service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
  await deleteOrphanedLogs(service.runtime.platform);
  expect((await blobs.list({ prefix: "processes/" }))?.names).toEqual([]);
});
