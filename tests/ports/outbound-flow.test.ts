import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { rawServer } from "../support/http/raw-server.ts";
import { anOutbound } from "./an-outbound.ts";
import { relayed } from "./recorded-answer.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("a request aborted before it has a connection fails immediately and never reaches the server", async () => {
  const held: Socket[] = [];
  const server = await rawServer((socket) => held.push(socket));
  const outbound = anOutbound(server.origin, { connections: 1 });
  const first = relayed(outbound, { path: "/first" });
  await server.until(() => held.length === 1);
  const second = relayed(outbound, { path: "/second" });
  second.relay.abort();
  expect(second.answer.ended).toMatchObject({ reason: "aborted", unsent: true });
  for (const socket of held) socket.write(ok);
  expect(await first.answer.over).toBe("end");
  await setImmediate();
  const third = relayed(outbound, { path: "/third" });
  await server.until(() => server.received.join().includes("/third"));
  held.at(-1)?.write(ok);
  expect(await third.answer.over).toBe("end");
  expect(server.received.join()).not.toContain("/second");
});

test("a request aborted while its connection is established never reaches the server", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const outbound = anOutbound(server.origin, { connections: 1 });
  const { relay, answer } = relayed(outbound, { path: "/left" });
  relay.abort();
  expect(answer.ended).toMatchObject({ reason: "aborted", unsent: true });
  expect(await relayed(outbound).answer.over).toBe("end");
  expect(server.received.join()).not.toContain("/left");
});

test("a request aborted before its response headers fails immediately, and the server sees its connection close", async () => {
  const server = await rawServer(() => {});
  const { relay, answer } = relayed(anOutbound(server.origin));
  await server.until(() => server.received[0]?.endsWith("\r\n\r\n") === true);
  relay.abort();
  expect(answer.ended).toMatchObject({ reason: "aborted", unsent: false });
  await server.until(() => server.open === 0);
});

for (const moment of ["onHead", "onData"] as const) {
  test(`a request can be aborted from within ${moment}`, async () => {
    const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));
    const { relay, answer } = relayed(anOutbound(server.origin));
    answer[moment] = () => relay.abort();
    expect(await answer.over).toMatchObject({ reason: "aborted", unsent: false });
    await server.until(() => server.open === 0);
  });
}

test("aborting, pausing, and resuming a finished request does nothing", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const outbound = anOutbound(server.origin);
  const { relay, answer } = relayed(outbound);
  expect(await answer.over).toBe("end");
  relay.pause();
  relay.resume();
  relay.abort();
  relay.abort();
  await setImmediate();
  expect(await relayed(outbound).answer.over).toBe("end");
});

test("a request that waits too long for a connection fails as a timeout, with nothing sent", async () => {
  const server = await rawServer(() => {});
  const outbound = anOutbound(server.origin, { connections: 1 });
  relayed(outbound);
  await server.until(() => server.received.length === 1);
  const { answer } = relayed(outbound, { headersTimeoutMs: 10 });
  expect(await answer.over).toMatchObject({ reason: "timeout", unsent: true });
  expect(server.received).toHaveLength(1);
});

test("nothing arrives while a request is paused, and everything after it is resumed", async () => {
  const server = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
    socket.write("0123456789");
  });
  const { relay, answer } = relayed(anOutbound(server.origin));
  const headed = new Promise<void>((resolve) => {
    answer.onHead = () => {
      relay.pause();
      resolve();
    };
  });
  await headed;
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(answer).toMatchObject({ sizeBytes: 0, ended: undefined });
  relay.resume();
  expect(await answer.over).toBe("end");
  expect(answer.body).toBe("0123456789");
});

test("a request paused before it has a connection receives its headers and then nothing", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const { relay, answer } = relayed(anOutbound(server.origin));
  relay.pause();
  await new Promise<void>((resolve) => {
    answer.onHead = resolve;
  });
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(answer).toMatchObject({ status: 200, sizeBytes: 0, ended: undefined });
  relay.resume();
  expect(await answer.over).toBe("end");
});

test("pausing and resuming within one callback has no effect", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const { relay, answer } = relayed(anOutbound(server.origin));
  answer.onHead = () => {
    relay.pause();
    relay.resume();
  };
  answer.onData = answer.onHead;
  expect(await answer.over).toBe("end");
});

test("a request can be resumed from within a callback of another", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef"));
  const outbound = anOutbound(server.origin);
  const slow = relayed(outbound);
  await new Promise<void>((resolve) => {
    slow.answer.onHead = () => {
      slow.relay.pause();
      resolve();
    };
  });
  const quick = relayed(outbound);
  quick.answer.onData = () => slow.relay.resume();
  expect(await quick.answer.over).toBe("end");
  expect(await slow.answer.over).toBe("end");
  expect(slow.answer.body).toBe("abcdef");
});

test("a paused request stops the server from sending: memory holds a few megabytes of 100", async () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const totalBytes = 100 * 1024 * 1024;
  let acceptedBytes = 0;
  const server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${totalBytes}\r\n\r\n`);
    let leftBytes = totalBytes;
    function send(): void {
      while (leftBytes > 0) {
        leftBytes -= chunk.byteLength;
        const goOn = socket.write(chunk, () => {
          acceptedBytes += chunk.byteLength;
        });
        if (!goOn) return;
      }
    }
    socket.on("drain", send);
    send();
  });
  const { relay, answer } = relayed(anOutbound(server.origin));
  let maxAheadBytes = 0;
  let resting = false;
  // A consumer that pauses after every megabyte until the server can't send any more.
  answer.onData = () => {
    if (resting || answer.sizeBytes % (1024 * 1024) > chunk.byteLength) return;
    resting = true;
    relay.pause();
    void settledAt(() => acceptedBytes).then(() => {
      maxAheadBytes = Math.max(maxAheadBytes, acceptedBytes - answer.sizeBytes);
      resting = false;
      relay.resume();
    });
  };
  expect(await answer.over).toBe("end");
  expect(answer.sizeBytes).toBe(totalBytes);
  expect(maxAheadBytes).toBeGreaterThan(0);
  expect(maxAheadBytes).toBeLessThan(16 * 1024 * 1024);
});

test("a server that reads nothing stops the request's body from being read", async () => {
  const server = await rawServer((socket) => socket.pause());
  let readBytes = 0;
  const body = (async function* () {
    for (;;) {
      readBytes += 64 * 1024;
      yield Buffer.alloc(64 * 1024);
    }
  })();
  const { relay, answer } = relayed(anOutbound(server.origin), { method: "POST", body });
  await server.until(() => server.received.length === 1);
  await settledAt(() => readBytes);
  expect(readBytes).toBeLessThan(16 * 1024 * 1024);
  relay.abort();
  expect(answer.ended).toMatchObject({ reason: "aborted", unsent: false });
});

/** Resolves once a number has stopped changing for some turns of the event loop. */
async function settledAt(figure: () => number): Promise<void> {
  let last = figure();
  for (let quiet = 0; quiet < 10; ) {
    await setImmediate();
    quiet = figure() === last ? quiet + 1 : 0;
    last = figure();
  }
}

test("requests abandoned at any time end once each, close their connections, and leave the pool usable", async () => {
  const body = "x".repeat(200_000);
  const server = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 1_000)}`);
    setTimeout(() => socket.write(body.slice(1_000)), 1);
  });
  const outbound = anOutbound(server.origin, { connections: 20 });
  const outcomes = await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const upload = (async function* () {
        for (let piece = 0; piece < 3; piece++) {
          await setImmediate();
          yield Buffer.alloc(10_000);
        }
      })();
      const { relay, answer } = relayed(outbound, index % 3 === 0 ? { method: "POST", body: upload } : {});
      for (let turn = 0; turn < index % 40; turn++) await setImmediate();
      relay.abort();
      const outcome = await answer.over;
      return outcome === "end" ? "end" : outcome.reason;
    }),
  );
  expect(new Set(outcomes.filter((outcome) => outcome !== "end"))).toEqual(new Set(["aborted"]));
  const { answer } = relayed(outbound);
  expect(await answer.over).toBe("end");
  expect(answer.body).toBe(body);
  await outbound.close();
  await server.until(() => server.open === 0);
});
