import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { certificateProbe } from "#shared/filemaker/wire/certificate-probe.ts";
import type { ServerCertificate } from "#shared/ports/certificate-probe.ts";
import { certificatePoints } from "#shared/system/prerequisites/certificate-points.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { verifies } from "../support/verifies.ts";

const folder = new URL("../support/certificates/", import.meta.url);
const cert = readFileSync(new URL("certificate.pem", folder), "utf8");
const server = await startServer({ tls: { cert, key: readFileSync(new URL("key.pem", folder), "utf8") } });
afterAll(() => server.close());

const day = 24 * 60 * 60_000;
const now = Date.UTC(2027, 0, 1);
const good: ServerCertificate = {
  host: "fms.example.com",
  issuer: "An authority",
  fingerprint: "00",
  pin: undefined,
  seenAt: now,
  names: ["fms.example.com"],
  nameFits: true,
  distrust: undefined,
  validFrom: now - day,
  validTo: now + 90 * day,
};
const states = (certificate: ServerCertificate | string | undefined) =>
  certificatePoints({ origin: "https://fms.example.com", certificate, now }).map(({ state }) => state);

verifies(
  "system:prerequisites:certificate",
  "a certificate that is trusted, matching, and valid for long enough is ok",
  () => {
    expect(states(good)).toEqual(["ok", "ok", "ok"]);
  },
);

verifies("system:prerequisites:certificate", "each problem is reported separately", () => {
  expect(states({ ...good, distrust: "DEPTH_ZERO_SELF_SIGNED_CERT" })).toEqual(["failed", "ok", "ok"]);
  expect(states({ ...good, nameFits: false, names: [] })).toEqual(["ok", "failed", "ok"]);
  expect(states({ ...good, validTo: now + 29 * day })).toEqual(["ok", "ok", "warning"]);
  expect(states({ ...good, validTo: now - 1 })).toEqual(["ok", "ok", "failed"]);
  expect(states({ ...good, validFrom: now + 1 })).toEqual(["ok", "ok", "failed"]);
  expect(states({ ...good, distrust: "DEPTH_ZERO_SELF_SIGNED_CERT", nameFits: false, pin: "matches" })).toEqual([
    "warning",
  ]);
  expect(states({ ...good, pin: "differs" })).toEqual(["failed"]);
  expect(states("Couldn't check the certificate: ECONNREFUSED.")).toEqual(["unknown", "unknown", "unknown"]);
  expect(states(undefined)).toEqual(["warning"]);
  for (const origin of ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80"])
    expect(certificatePoints({ origin, certificate: undefined, now })[0]?.state, origin).toBe("ok");
});

verifies(
  "system:prerequisites:certificate",
  "the certificate is checked under the name that callers use, wherever the server listens",
  async () => {
    const trusting = certificateProbe({ origin: server.origin, servername: "fms.example.test", ca: [cert] });
    expect(await trusting()).toMatchObject({ names: ["fms.example.test"], nameFits: true, distrust: undefined });
    const doubting = certificateProbe({ origin: server.origin, servername: "fms.example.test" });
    expect((await doubting())?.distrust).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    const misnamed = certificateProbe({ origin: server.origin, servername: "else.example.test", ca: [cert] });
    expect(await misnamed()).toMatchObject({ nameFits: false, distrust: undefined });
  },
);

test("a server without TLS has no certificate, and a failed handshake is an error", async () => {
  expect(await certificateProbe({ origin: "http://127.0.0.1", servername: "127.0.0.1" })()).toBeUndefined();
  const speechless = createServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((resolve) => speechless.listen(0, "127.0.0.1", resolve));
  const { port } = speechless.address() as AddressInfo;
  const status = certificateProbe({ origin: `https://127.0.0.1:${port}`, servername: "x.test" });
  await expect(status()).rejects.toThrow();
  await new Promise((resolve) => speechless.close(resolve));
});
