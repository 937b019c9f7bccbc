import { createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { rawServer } from "../support/http/raw-server.ts";
import { anOutbound } from "./an-outbound.ts";
import { relayed } from "./recorded-answer.ts";

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

test("a refused connection fails as refused, with nothing sent", async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const address = gone.address();
  await new Promise((resolve) => gone.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  const { answer } = relayed(anOutbound(`http://127.0.0.1:${address.port}`));
  expect(answer.ended).toBeUndefined();
  expect(await answer.over).toMatchObject({ reason: "refused", unsent: true });
});

test("a connection that isn't established in time fails as a timeout, with nothing sent", async () => {
  // A server that accepts connections but never starts TLS.
  const server = await rawServer(() => {});
  const outbound = anOutbound(server.origin.replace("http:", "https:"), { connectTimeoutMs: 50 });
  expect(await relayed(outbound).answer.over).toMatchObject({ reason: "timeout", unsent: true });
});

test("an invalid request address fails as invalid, with nothing sent, and not before relay has returned", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const outbound = anOutbound(server.origin);
  const invalid = [
    { path: "no slash" },
    { path: "/with space" },
    { headers: ["Host", "a", "Host", "b"] },
    { headers: ["X", "a\r\nY: b"] },
    { headers: ["Host", "a", "Transfer-Encoding", "chunked"] },
    { method: "GET X" },
  ];
  for (const changes of invalid) {
    const { answer } = relayed(outbound, changes);
    expect(answer.ended).toBeUndefined();
    expect(await answer.over).toMatchObject({ reason: "invalid", unsent: true });
  }
  expect(server.received).toEqual([]);
});

const silent: Record<string, (socket: Socket) => void> = {
  "is reset": (socket) => socket.resetAndDestroy(),
  "is closed": (socket) => socket.end(),
  "is reset in the headers": (socket) => socket.write("HTTP/1.1 200 OK\r\nX-", () => socket.resetAndDestroy()),
  "is closed in the headers": (socket) => socket.end("HTTP/1.1 200 OK\r\nX-"),
};
for (const [how, answer] of Object.entries(silent)) {
  test(`a connection that ${how} before the response fails as broken, possibly sent`, async () => {
    const server = await rawServer(answer);
    const { answer: reported } = relayed(anOutbound(server.origin));
    expect(await reported.over).toMatchObject({ reason: "broken", unsent: false });
    expect(reported.status).toBeUndefined();
  });
}

const noHttp: Record<string, string> = {
  "isn't HTTP": "SSH-2.0-OpenSSH_9.2\r\n",
  "has a header without a colon": "HTTP/1.1 200 OK\r\nGarbage\r\n\r\n",
  "has a NUL in a header": "HTTP/1.1 200 OK\r\nX: a\u0000b\r\n\r\n",
  "has two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok",
  "has an invalid length": "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok",
  "has 100 KB of headers": `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
};
for (const [what, text] of Object.entries(noHttp)) {
  test(`a response that ${what} fails as invalid, and the next request succeeds`, async () => {
    const server = await rawServer((socket) => socket.write(server.received.length === 1 ? text : ok, "latin1"));
    const outbound = anOutbound(server.origin);
    const { answer } = relayed(outbound);
    expect(await answer.over).toMatchObject({ reason: "invalid", unsent: false });
    expect(answer.status).toBeUndefined();
    expect(await relayed(outbound).answer.over).toBe("end");
    await server.until(() => server.open === 1);
  });
}

const framings = {
  "a length": "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef",
  "a length on its last connection": "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabcdef",
  chunks: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n",
  "chunks on its last connection":
    "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n",
};
for (const [framing, whole] of Object.entries(framings)) {
  for (const ending of ["closed", "reset"] as const) {
    test(`a response framed by ${framing} and ${ending} anywhere before its end is broken`, async () => {
      let cut = 0;
      const server = await rawServer((socket) =>
        socket.write(whole.slice(0, cut), () => (ending === "closed" ? socket.end() : socket.resetAndDestroy())),
      );
      const outbound = anOutbound(server.origin);
      const outcomes: unknown[] = [];
      for (cut = 1; cut < whole.length; cut++) {
        const reported = await relayed(outbound).answer.over;
        outcomes.push(reported === "end" ? `end at ${cut}` : reported.reason);
      }
      expect(new Set(outcomes)).toEqual(new Set(["broken"]));
    });
  }
}

test("a response without a length that is reset is broken, at any position", async () => {
  const server = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\nhalf", () => cut(socket));
  });
  const { answer } = relayed(anOutbound(server.origin));
  let cut = (_socket: Socket): void => {};
  const headed = new Promise<void>((resolve) => {
    answer.onData = resolve;
  });
  cut = (socket) => void headed.then(() => socket.resetAndDestroy());
  expect(await answer.over).toMatchObject({ reason: "broken", unsent: false });
  expect(answer.body).toBe("half");
});

test("a bad chunk after valid headers is a broken body", async () => {
  const server = await rawServer((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nZZ\r\n"),
  );
  const { answer } = relayed(anOutbound(server.origin));
  expect(await answer.over).toMatchObject({ reason: "broken" });
  expect(answer).toMatchObject({ status: 200, body: "abc" });
});

test("extra bytes after a complete response affect no other request", async () => {
  const server = await rawServer((socket) => socket.write(`${ok}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`));
  const outbound = anOutbound(server.origin);
  for (let call = 0; call < 5; call++) {
    const { answer } = relayed(outbound);
    expect(await answer.over).toBe("end");
    expect(answer.body).toBe("ok");
    await setImmediate();
  }
});

test("headers that don't arrive in time fail as a timeout", async () => {
  const server = await rawServer(() => {});
  const { answer } = relayed(anOutbound(server.origin), { headersTimeoutMs: 50 });
  expect(await answer.over).toMatchObject({ reason: "timeout", unsent: false });
  await server.until(() => server.open === 0);
});

test("a body that stops arriving fails as a timeout", async () => {
  const server = await rawServer((socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"));
  const { answer } = relayed(anOutbound(server.origin), { bodyTimeoutMs: 50 });
  expect(await answer.over).toMatchObject({ reason: "timeout", unsent: false });
  expect(answer.body).toBe("abc");
  await server.until(() => server.open === 0);
});

test("a timeout of zero doesn't mean no limit", async () => {
  const server = await rawServer(() => {});
  const { answer } = relayed(anOutbound(server.origin), { headersTimeoutMs: 0 });
  expect(await answer.over).toMatchObject({ reason: "timeout" });
});

test("a failing request body ends the request as aborted, and the server sees no complete request", async () => {
  const cause = Object.assign(new Error("The client left"), { code: "ECONNRESET" });
  const bodies = {
    async *iterable() {
      yield Buffer.from("some");
      throw cause;
    },
  };
  const server = await rawServer(() => {});
  const { answer } = relayed(anOutbound(server.origin), { method: "POST", body: bodies.iterable() });
  expect(await answer.over).toMatchObject({ reason: "aborted", unsent: false, cause });
  await server.until(() => server.open === 0);
  expect(server.received[0]).not.toMatch(/0\r\n\r\n$/);
});

for (const [what, length] of Object.entries({ shorter: "10", longer: "2" })) {
  test(`a request body that is ${what} than announced ends the request as aborted`, async () => {
    const server = await rawServer(() => {});
    const { answer } = relayed(anOutbound(server.origin), {
      method: "POST",
      headers: ["Host", "fms.example.test", "Content-Length", length],
      body: (async function* () {
        yield Buffer.from("some");
      })(),
    });
    expect(await answer.over).toMatchObject({ reason: "aborted" });
    await server.until(() => server.open === 0);
  });
}

test("a handler that throws ends its request, with the error as the cause", async () => {
  const server = await rawServer((socket) => socket.write(ok));
  const outbound = anOutbound(server.origin);
  const cause = new Error("The handler's own");
  for (const moment of ["onHead", "onData"] as const) {
    const { answer } = relayed(outbound);
    answer[moment] = () => {
      throw cause;
    };
    expect(await answer.over).toMatchObject({ reason: "aborted", unsent: false, cause });
  }
  await server.until(() => server.open === 0);
  onTestFinished(() => outbound.close());
});
