import { afterAll, expect } from "vitest";
import type { Process } from "#shared/processes/contract.ts";
import { actedKind, started, withKinds } from "../jobs/support/acted-kind.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess } from "./support/final-process.ts";

const short = actedKind("test.short");
const long = actedKind("test.long");
long.act = async () => ({ waitingFor: "a while", againSeconds: 900 });
const service = await testService(withKinds(short, long));
afterAll(() => service.stop());

const list = async (query = ""): Promise<{ processes: Process[]; cursor: string | null }> =>
  (await service.admin("GET", `/svc/api/processes${query}`)).body.response;
const idsOf = ({ processes }: { processes: readonly Process[] }) => processes.map(({ id }) => id);

const ended: number[] = [];
const open: number[] = [];
for (let round = 0; round < 4; round += 1) {
  const id = await started(service, short);
  await finalProcess(service, id);
  ended.unshift(id);
  const waiting = await started(service, long);
  await finalProcess(service, waiting, ({ waitingFor }) => waitingFor !== null);
  open.unshift(waiting);
  await service.turn(1_000);
}

verifies("processes:list:filters", async () => {
  expect(idsOf(await list())).toEqual([...open, ...ended]);
  expect(idsOf(await list("?state=open"))).toEqual(open);
  expect(idsOf(await list("?state=final"))).toEqual(ended);
  expect(idsOf(await list("?state=done"))).toEqual(ended);
  expect(idsOf(await list("?state=failed"))).toEqual([]);
  expect(idsOf(await list("?kind=test.long"))).toEqual(open);
  expect(idsOf(await list("?text=ACT%20TEST.SHORT"))).toEqual(ended);
  expect(idsOf(await list("?text=account:admin"))).toHaveLength(8);
});

verifies("processes:list:filters", "a list is paginated without gaps, across open and final ones", async () => {
  for (const limit of [1, 3, 4, 5]) {
    const seen: number[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: { processes: Process[]; cursor: string | null } = await list(
        `?limit=${limit}${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(page.processes.length).toBeLessThanOrEqual(limit);
      seen.push(...idsOf(page));
      cursor = page.cursor;
    }
    expect(seen, `${limit}`).toEqual([...open, ...ended]);
  }
});

verifies("processes:list:filters", "by time: from a given time, and before another", async () => {
  const { processes } = await list();
  const third = processes.find(({ id }) => id === ended[1])?.createdAt ?? "";
  const after = (await list(`?from=${third}`)).processes;
  const before = (await list(`?to=${third}`)).processes;
  expect(after.length + before.length).toBe(8);
  expect(after.map(({ id }) => id)).toContain(ended[1]);
  expect(before.map(({ id }) => id)).not.toContain(ended[1]);
});

verifies("processes:list:filters", "the error for an unknown state lists the existing ones", async () => {
  const { text } = await service.admin("GET", "/svc/api/processes?state=ended");
  for (const state of ["queued", "doneWithErrors", "open", "final"]) expect(text).toContain(state);
});

verifies("processes:list:filters", "an invalid filter, cursor, or caller is rejected", async () => {
  for (const query of ["?state=ended", "?limit=0", "?from=yesterday", "?cursor=x", "?cursor=ZmluYWwgeA"])
    expect(await service.admin("GET", `/svc/api/processes${query}`), query).toRefuseWith("input_invalid");
  expect(await service.raw("GET", "/svc/api/processes")).toRefuseWith("unauthenticated");
  expect(await service.admin("POST", "/svc/api/processes", { kind: "test.short" })).toRefuseWith("input_invalid");
});
