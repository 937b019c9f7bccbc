import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { call } from "../support/http/call.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const file = (name: string) => readFileSync(new URL(`../support/certificates/${name}`, import.meta.url));

verifies("runtime:tls:distrust", async () => {
  const server = createServer({ cert: file("certificate.pem"), key: file("key.pem") }, (_, answer) => answer.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const environment = { FMS_URL: `https://127.0.0.1:${port}`, DATA_DIR: `${scratchFolder()}/data` };
  const { baseUrl } = await latchkeyProcess(environment);
  const answer = await call(baseUrl, "POST", "/svc/api/prerequisites", {
    headers: { Authorization: adminAccount },
    json: {},
  });
  expect(answer.status).toBe(502);
  expect(answer.text).toMatch(/its certificate isn't trusted\. .*FMS_CA_FILE.* \([A-Z_]+\)/);
});
