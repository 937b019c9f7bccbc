import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { anOutbound } from "./an-outbound.ts";
import { relayed } from "./recorded-answer.ts";

const certificate = readFileSync(new URL("../support/certificates/certificate.pem", import.meta.url), "utf8");
const key = readFileSync(new URL("../support/certificates/key.pem", import.meta.url), "utf8");
const servername = "fms.example.test";

async function tlsServer(): Promise<{ readonly origin: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer({ cert: certificate, key }, (request, response) => {
    asked.push(String(request.headers.host));
    response.end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
  return { origin: `https://127.0.0.1:${address.port}`, asked };
}

test("a server is called by its address if its certificate has the configured name", async () => {
  const { origin } = await tlsServer();
  const { answer } = relayed(anOutbound(origin, { ca: certificate, servername }));
  expect(await answer.over).toBe("end");
  expect(answer.body).toBe("ok");
});

test("a certificate with another name is rejected, and nothing is sent", async () => {
  const { origin, asked } = await tlsServer();
  for (const wrong of [{ servername: "other.example.test" }, {}]) {
    const { answer } = relayed(anOutbound(origin, { ca: certificate, ...wrong }));
    expect(await answer.over).toMatchObject({ reason: "refused", unsent: true });
  }
  expect(asked).toEqual([]);
});

test("an untrusted certificate is rejected, and nothing is sent", async () => {
  const { origin, asked } = await tlsServer();
  const { answer } = relayed(anOutbound(origin, { servername }));
  expect(await answer.over).toMatchObject({ reason: "refused", unsent: true });
  expect(asked).toEqual([]);
});

test("a Host header decides neither which certificate is valid nor which connection is used", async () => {
  const { origin, asked } = await tlsServer();
  const wrong = anOutbound(origin, { ca: certificate, servername: "other.example.test" });
  expect(await relayed(wrong, { headers: ["Host", servername] }).answer.over).toMatchObject({ reason: "refused" });
  const right = anOutbound(origin, { ca: [certificate], servername, connections: 1 });
  for (const host of ["evil.example.test", "other.example.test"]) {
    expect(await relayed(right, { headers: ["Host", host] }).answer.over).toBe("end");
  }
  expect(asked).toEqual(["evil.example.test", "other.example.test"]);
});
