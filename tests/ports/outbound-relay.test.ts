import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { rawServer } from "../support/http/raw-server.ts";
import { anOutbound } from "./an-outbound.ts";
import { relayed } from "./recorded-answer.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("response headers arrive in their original order and case, including repeated ones and bytes above ASCII", async () => {
  const server = await rawServer((socket) =>
    socket.write(
      "HTTP/1.1 200 OK\r\nX-b: 1\r\nSet-Cookie: a=1\r\nx-A: \xe9\r\nSET-COOKIE: b=2\r\nContent-Length: 0\r\n\r\n",
      "latin1",
    ),
  );
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toBe("end");
  expect(answer.status).toBe(200);
  expect(answer.headers).toEqual([
    ...["X-b", "1", "Set-Cookie", "a=1", "x-A", "\xe9", "SET-COOKIE", "b=2", "Content-Length", "0"],
  ]);
});

test("each response's headers are its own, even if they are in the same places as the previous one's", async () => {
  const heads = [
    ["X-One", "1", "Location", "/a", "Content-Length", "2"],
    ["x-one", "2", "X-Location", "/b", "Content-Length", "2"],
    ["X-One", "3", "X-ONE", "4", "constructor", "5", "__proto__", "6", "__proto__", "7", "Content-Length", "2"],
    ["X-Two", "1", "Content-Length", "2"],
  ];
  const waiting = [...heads];
  const server = await rawServer((socket) => {
    const lines = (waiting.shift() ?? []).map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
    socket.write(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\nok`, "latin1");
  });
  const outbound = anOutbound(server.origin);
  for (const head of heads) {
    const { answer } = relayed(outbound);
    expect(await answer.over).toBe("end");
    expect(answer.headers).toEqual(head);
    await setImmediate();
  }
});

test("the request is sent unchanged: path byte for byte, headers in order and case", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const { answer } = relayed(anOutbound(server.origin), {
    path: "/fmi/data/vLatest/databases/A%2fB/x?q=%20+%C3%A9&q=a'b",
    headers: ["Host", "fms.example.test", "X-b", "1", "x-A", "\xe9", "ACCEPT", "*/*", "X-b", "2"],
  });
  expect(await answer.over).toBe("end");
  const [head = ""] = server.received;
  expect(head.split("\r\n")).toEqual([
    "GET /fmi/data/vLatest/databases/A%2fB/x?q=%20+%C3%A9&q=a'b HTTP/1.1",
    "host: fms.example.test",
    "connection: keep-alive",
    ...["X-b: 1", "x-A: \xe9", "ACCEPT: */*", "X-b: 2", "", ""],
  ]);
});

const pieces = ["first ", "second ", "third"];
const length = String(pieces.join("").length);
const bodies = {
  bytes: () => Buffer.from(pieces.join("")),
  "an iterable": async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  },
  "a stream": () => Readable.from(pieces.map((piece) => Buffer.from(piece))),
};
for (const [kind, body] of Object.entries(bodies)) {
  test(`a body of ${kind} with a Content-Length is sent with that length`, async () => {
    const server = await rawServer((socket) => socket.write(ok));
    const outbound = anOutbound(server.origin);
    const headers = ["Host", "fms.example.test", "Content-Length", length];
    relayed(outbound, { method: "POST", headers, body: body() });
    await server.until(() => server.received[0]?.endsWith(pieces.join("")) === true);
    expect(server.received[0]).toMatch(new RegExp(`content-length: ${length}\r\n`, "i"));
    expect(server.received[0]).not.toMatch(/transfer-encoding/i);
  });
}

test("a body of unknown length is sent in chunks", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  relayed(anOutbound(server.origin), { method: "PATCH", body: bodies["an iterable"]() });
  await server.until(() => server.received[0]?.endsWith("\r\n0\r\n\r\n") === true);
  expect(server.received[0]).toMatch(/transfer-encoding: chunked\r\n\r\n6\r\nfirst \r\n7\r\nsecond \r\n5\r\nthird\r\n/);
});

const bodyless: readonly (readonly [string, string])[] = [
  ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"],
  ["GET", "HTTP/1.1 204 No Content\r\n\r\n"],
  ["GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\nETag: x\r\n\r\n"],
];
for (const [method, text] of bodyless) {
  test(`${method} answered with ${text.slice(9, 12)} ends after its headers`, async () => {
    const server = await rawServer((socket) => socket.write(text));
    const { answer } = relayed(anOutbound(server.origin), { method });
    expect(await answer.over).toBe("end");
    expect(answer).toMatchObject({ status: Number(text.slice(9, 12)), sizeBytes: 0 });
  });
}

test("informational responses aren't treated as the response", async () => {
  const server = await rawServer((socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${ok}`),
  );
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toBe("end");
  expect(answer).toMatchObject({ status: 200, headers: ["Content-Length", "2"], body: "ok" });
});

test("a chunked response arrives without its framing and trailers", async () => {
  const server = await rawServer((socket) =>
    socket.write(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n",
    ),
  );
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toBe("end");
  expect(answer.body).toBe("abcde");
  expect(answer.headers).toEqual(["Transfer-Encoding", "chunked"]);
});

test("a response without a length is complete when its connection is closed properly", async () => {
  const server = await rawServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nwhole"));
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toBe("end");
  expect(answer.body).toBe("whole");
});

test("an error from the server is a response like any other", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno"));
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toBe("end");
  expect(answer).toMatchObject({ status: 500, body: "no" });
});

test("a response that arrives before the request's body was sent is forwarded, and the request ends", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno"));
  const body = new Readable({ read() {} });
  body.push("some of it");
  const { answer } = relayed(anOutbound(server.origin), { method: "POST", body });
  expect(await answer.over).toBe("end");
  expect(answer).toMatchObject({ status: 413, body: "no" });
  await server.until(() => server.open === 0);
  expect(body.destroyed).toBe(true);
});

test("sequential requests share a connection, parallel ones don't", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const outbound = anOutbound(server.origin);
  for (let call = 0; call < 3; call++) {
    expect(await relayed(outbound).answer.over).toBe("end");
    // A connection is free again in the next turn, when the server has had a chance to close it.
    await setImmediate();
  }
  expect(server.received).toHaveLength(1);
  const both = [relayed(outbound), relayed(outbound)];
  expect(await Promise.all(both.map(({ answer }) => answer.over))).toEqual(["end", "end"]);
  expect(server.received).toHaveLength(2);
});

test("closing waits for the running request, and accepts no new one", async () => {
  const answers: Socket[] = [];
  const server = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok");
    answers.push(socket);
  });
  const outbound = anOutbound(server.origin);
  const { answer } = relayed(outbound);
  await new Promise<void>((resolve) => {
    answer.onData = resolve;
  });
  const closed = outbound.close().then(() => answer.ended);
  const late = relayed(outbound).answer;
  expect(late.ended).toBeUndefined();
  expect(await late.over).toMatchObject({ reason: "refused", unsent: true });
  for (const socket of answers) socket.write("ok");
  expect(await closed).toBe("end");
  await outbound.close();
});
