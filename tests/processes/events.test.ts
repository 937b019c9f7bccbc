import { afterAll, expect } from "vitest";
import { eventFeed } from "../../functions/wiring/calls.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { eventStream } from "./support/event-stream.ts";
import { finalProcess } from "./support/final-process.ts";

const service = await testService();
afterAll(() => service.stop());

const poll = async (query = "") => (await service.admin("GET", `/svc/api/events${query}`)).body.response;
const rewrap = async () =>
  (await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" })).body.response.processId;

verifies("processes:events:poll", async () => {
  const { position, events, isComplete } = await poll();
  expect([events, isComplete]).toEqual([[], true]);
  const id = await rewrap();
  await finalProcess(service, id);
  await service.settle();
  const news = await poll(`?since=${position}`);
  expect(news.isComplete).toBe(true);
  expect(news.events.map(({ id }: { id: number }) => id)).toEqual(
    Array.from({ length: news.events.length }, (_, index) => position + 1 + index),
  );
  expect(news.events[0]).toEqual({
    id: position + 1,
    kind: "changed",
    object: `process:${id}`,
    at: expect.any(String),
  });
  // The end of a process can be read shortly before its event.
  const later = await poll(`?since=${news.position}`);
  expect(later).toMatchObject({ position: news.position + later.events.length, isComplete: true });
});

verifies("processes:events:poll", "a page ends at the requested size, and the next continues after it", async () => {
  const { position } = await poll();
  await finalProcess(service, await rewrap());
  const first = await poll(`?since=${position}&limit=1`);
  expect(first.events).toHaveLength(1);
  expect(first.position).toBe(position + 1);
  expect((await poll(`?since=${first.position}`)).events[0].id).toBe(position + 2);
});

verifies("processes:events:stream", async () => {
  const stream = await eventStream(service);
  expect(stream.status).toBe(200);
  expect(stream.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  const id = await rewrap();
  const message = await stream.next(({ data }) => data.includes(`"process:${id}"`));
  expect(JSON.parse(message.data)).toMatchObject({ id: Number(message.id), object: `process:${id}` });
  stream.leave();
});

verifies("processes:events:stream", "a client that reconnects gets what it has missed", async () => {
  const { position } = await poll();
  const id = await rewrap();
  await finalProcess(service, id);
  const stream = await eventStream(service, { "Last-Event-ID": String(position) });
  const first = await stream.next(() => true);
  expect(first.id).toBe(String(position + 1));
  if (JSON.parse(first.data).object !== `process:${id}`)
    await stream.next(({ data }) => data.includes(`"process:${id}"`));
  stream.leave();
});

verifies(
  "processes:events:stream",
  "events that are no longer kept are reported as missed, and the stream continues",
  async () => {
    const { position } = await poll();
    await finalProcess(service, await rewrap());
    // The end of a process can be read shortly before its event is written, so the event may only appear after the clock is turned.
    await expect
      .poll(async () => {
        await service.turn(61 * 60_000);
        return poll(`?since=${position}`);
      })
      .toMatchObject({ events: [], isComplete: false });
    const stream = await eventStream(service, { "Last-Event-ID": String(position) });
    expect((await stream.next(() => true)).event).toBe("missed");
    const id = await rewrap();
    await stream.next(({ data }) => data.includes(`"process:${id}"`));
    stream.leave();
  },
);

verifies(
  "processes:events:stream",
  "a silent stream is kept alive, and ends after five minutes for its client to reconnect",
  async () => {
    const stream = await eventStream(service);
    for (let round = 0; round < 21; round += 1) await service.turn(15_000);
    expect(await stream.rest()).toContain(": still here");
  },
);

verifies("processes:events:stream", "a caller who can't read events gets no stream", async () => {
  const none = await service.raw("GET", "/svc/api/events", { headers: { Accept: "text/event-stream" } });
  expect(none).toRefuseWith("unauthenticated");
  const wrong = { Accept: "text/event-stream", Authorization: `Bearer ${await service.aKey()}` };
  expect(await service.raw("GET", "/svc/api/events", { headers: wrong })).toRefuseWith("wrong_kind_of_key");
  const headers = { Accept: "text/event-stream", Authorization: adminAccount };
  expect(await service.raw("GET", "/svc/api/events?since=x", { headers })).toRefuseWith("input_invalid");
});

verifies("processes:events:poll", "a change of a key is published as the audit trail names it", async () => {
  // The key of the previous test may still have to publish its event.
  await service.settle();
  const { position } = await poll();
  const key = await service.aKey();
  const { id } = (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  await service.settle();
  // Processes and rejections may still have to publish events, too.
  const aboutKeys = async () => {
    const { events } = await poll(`?since=${position}`);
    const reported: readonly string[] = events.map(({ object }: { object: string }) => object);
    return reported.filter((object) => object.startsWith("data-key:"));
  };
  await expect.poll(aboutKeys).toEqual([`data-key:${id}`]);
});

verifies("processes:events:poll", "many parallel changes are all published, each once", async () => {
  const { position } = await poll();
  const objects = Array.from({ length: 230 }, (_, index) => `test:${index}`);
  await Promise.all(objects.map((object) => eventFeed(service.runtime.platform).publish(object)));
  const { events } = await poll(`?since=${position}`);
  const reported = events
    .map(({ object }: { object: string }) => object)
    .filter((object: string) => object.startsWith("test:"));
  expect(reported).toEqual(objects);
});
