import { type FmServer, startServer } from "../../../../sandbox/fmserver/server.ts";
import { loadWorld } from "../../../../sandbox/fmserver/world/load-world.ts";
import type { World } from "../../../../sandbox/fmserver/world/schema/world-schema.ts";
import { flowingClock } from "../../../support/clocks/flowing-clock.ts";
import { call } from "../../../support/http/call.ts";
import { certificate } from "../../../support/http/trusting-fetch.ts";
import { adminAccount, serverProfile, type TestService, testService } from "../../../support/test-service.ts";

/** Two identical worlds: a server that is called directly, and one that is called through the service. */
export interface ClientSetup {
  readonly direct: FmServer;
  readonly service: TestService;
  /** Opens every file of its account, which has full access. */
  readonly key: string;
  /** Resets both worlds to their initial state. */
  reset(): void;
  /** Removes everything from an outcome that differs between servers: addresses, new ids and timestamps. */
  comparable(outcome: unknown): unknown;
  stop(): Promise<void>;
}

/** Account that every kind of credential resolves to. */
export const account = { user: "Admin", pass: "full-access-pass" };

/** Creates the setup. `isSecure`: for clients that only use HTTPS. */
export async function aClientSetup(
  isSecure: boolean,
  odata: Partial<World["server"]["odata"]> = {},
): Promise<ClientSetup> {
  const demo = loadWorld(new URL("../../../../sandbox/worlds/demo.json", import.meta.url), serverProfile);
  const world = { ...demo, server: { ...demo.server, odata: { ...demo.server.odata, ...odata } } };
  const tls = { cert: certificate.ca, key: certificate.key };
  const clock = flowingClock(Date.UTC(2026, 10, 20, 9, 0, 0));
  const direct = await startServer({ world, clock, ...(isSecure && { tls }) });
  const secure = { TLS_CERT_FILE: certificate.file, TLS_KEY_FILE: certificate.keyFile };
  const environment = { ...(isSecure && secure), SERVICE_PREFIX_ALIASES: "otto" };
  const service = await testService({ environment, sandbox: { world } });
  const made = await call(service.baseUrl, "POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts"], ...account, isOData: true, isDataApi: true, allowAnyDatabase: true },
    ...(isSecure && { ca: certificate.ca, servername: certificate.servername }),
  });
  const key: unknown = made.body.response?.key;
  if (typeof key !== "string") throw new Error(`No key was made: HTTP ${made.status} ${made.text}`);

  return {
    direct,
    service,
    key,
    reset() {
      direct.reload();
      service.sandbox.reload();
    },
    comparable(outcome) {
      const text = JSON.stringify(outcome, (_, value: unknown) => (value === undefined ? null : value))
        .replaceAll(/https?:\/\/[^/"]+(?:\/(?:svc|otto)(?=\/fmi))?/g, "<server>")
        .replaceAll(/<server>\/(?:Streaming_SSL|fmi\/streaming)\/MainDB\/[0-9A-F]+/g, "<container>")
        .replaceAll(/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/gi, "<uuid>")
        .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "<instant>")
        .replaceAll(/\b\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/g, "<instant>");
      return JSON.parse(text);
    },
    async stop() {
      await service.stop();
      await direct.close();
    },
  };
}

/** Returns the value of a call, or what its caller learns about the failure. */
export async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    return { value: await promise };
  } catch (error) {
    const { name, message, ...rest } = error as Error;
    return { name, message, ...rest };
  }
}
