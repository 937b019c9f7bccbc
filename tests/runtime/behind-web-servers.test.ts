import { readFileSync } from "node:fs";
import { afterAll, describe, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { agentClientOf, anAgent } from "../agent/support/an-agent.ts";
import { eventStream } from "../processes/support/event-stream.ts";
import { call } from "../support/http/call.ts";
import { empty, wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hasWebServer, startWebServer, type WebServerMake } from "./support/web-servers.ts";

const makes: readonly WebServerMake[] = ["nginx", "apache"];
const missing = makes.filter((make) => !hasWebServer(make));
if (missing.length > 0)
  console.warn(
    `\nNOT INSTALLED: ${missing.join(", ")}. Install Debian's packages nginx-light and apache2-bin to try them.\n`,
  );

const upstream = await wireUpstream();
const service = await testService({
  dataApiUrl: upstream.origin,
  environment: {
    TRUSTED_PROXIES: "127.0.0.1",
    CORS_ORIGINS: "https://shop.example.com",
    SECURITY_CONTACTS: "mailto:security@example.com",
  },
});
const host = aHost();
afterAll(async () => {
  await service.stop();
  await upstream.close();
  host.remove();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });

const loggedAddress = async (): Promise<string> => {
  const lines = (await service.logs()).trimEnd().split("\n");
  return JSON.parse(lines.findLast((line) => line.includes("/svc/healthz")) ?? "{}").address;
};

verifies(
  "runtime:behind:web-servers",
  "IIS has it as applications of its own, which leave FileMaker Server's site alone",
  () => {
    const text = readFileSync(new URL("../../install/iis-web.config", import.meta.url), "utf8");
    const [, about = "", settings = ""] = /<!--(.*?)-->(.*)/s.exec(text) ?? [];
    expect(about).toContain("New-WebApplication -Site FMWebSite");
    expect(settings).toMatch(/<rules>\s*(?:<!--.*?-->\s*)?<clear \/>/);
    expect(settings).not.toContain("webSocket");
  },
);

for (const make of makes) {
  describe.runIf(hasWebServer(make))(make, async () => {
    const webServer = hasWebServer(make) ? await startWebServer(make, service.baseUrl) : undefined;
    const origin = webServer?.origin ?? "";
    afterAll(() => webServer?.close());

    verifies("runtime:behind:web-servers", "paths and queries reach FileMaker Server byte for byte", async () => {
      upstream.answers(empty);
      const path = "/fmi/data/v1/databases/Wire.fmp12/layouts/A%2FB%20%C3%A4/records?_limit=1&script.param=a%2Bb%2Fc";
      expect(await call(origin, "GET", `/svc${path}`, { key })).toSucceed();
      expect(upstream.calls.map(({ target }) => target)).toEqual([path]);
    });

    verifies(
      "runtime:behind:web-servers",
      "a caller's address is the one that the web server sees, regardless of what the caller claims",
      async () => {
        const path = `/svc/healthz?by=${make}`;
        await call(origin, "GET", path, { headers: { "X-Forwarded-For": "203.0.113.9" } });
        expect(await loggedAddress()).toBe("127.0.0.1");
      },
    );

    verifies("runtime:behind:web-servers", "bodies of any size pass", async () => {
      upstream.answers((request, response) => {
        let bytes = 0;
        request.on("data", (piece: Buffer) => (bytes += piece.length));
        request.on("end", () =>
          response.end(JSON.stringify({ messages: [{ code: "0", message: "OK" }], response: { bytes } })),
        );
      });
      const path = "/svc/fmi/data/v1/databases/Wire/layouts/L/records/1/containers/Photo/1";
      const body = Buffer.alloc(12_000_000, "a");
      const headers = { "Content-Type": "multipart/form-data; boundary=x" };
      expect((await call(origin, "POST", path, { key, headers, body })).body.response).toEqual({ bytes: body.length });
    });

    verifies(
      "runtime:behind:web-servers",
      "an answer has each header once, also if the web server adds headers to its own answers",
      async () => {
        upstream.answers(empty);
        const headers = { Origin: "https://shop.example.com" };
        const answers = await Promise.all([
          fetch(`${origin}/svc/fmi/data/vLatest/productInfo`, { headers }),
          fetch(`${origin}/otto/fmi/data/vLatest/productInfo`, { headers }),
          fetch(`${origin}/svc/fmi/data/vLatest/productInfo`, {
            method: "OPTIONS",
            headers: { ...headers, "Access-Control-Request-Method": "GET" },
          }),
        ]);
        for (const answer of answers) {
          expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.example.com");
          expect(answer.headers.get("access-control-allow-headers") ?? "").not.toBe("Content-Type,Authorization");
          if (make === "nginx") expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
        }
        const wellKnown = await fetch(`${origin}/.well-known/oauth-authorization-server`, { headers });
        expect(wellKnown.headers.get("access-control-allow-origin")).toBe("*");
        const contacts = await fetch(`${origin}/.well-known/security.txt`, { headers });
        expect([contacts.status, contacts.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
      },
    );

    verifies("runtime:behind:web-servers", "events arrive as they happen", async () => {
      const stream = await eventStream({ ...service, baseUrl: origin });
      expect(stream.status).toBe(200);
      const waiting = stream.next(({ data }) => data.includes("process:"));
      await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
      expect((await waiting).data).toContain("process:");
      stream.leave();
    });

    verifies("runtime:behind:web-servers", "an agent is linked through it", async () => {
      const linkAddress = `${origin.replace(/^http/, "ws")}/svc/agent`;
      const agent = await anAgent(service, host, { linkAddress });
      const { entries } = await agentClientOf(service).request(
        "file.list",
        { root: "databases", path: "" },
        { deadlineMs: 10_000 },
      );
      expect(entries).toHaveLength(1);
      await agent.stop();
    });

    verifies(
      "runtime:behind:web-servers",
      "a sign-in by cookie works, but not one from another site's page",
      async () => {
        const json = { user: "admin", pass: "admin-pass" };
        const signIn = (Origin: string) => call(origin, "POST", "/svc/api/session", { json, headers: { Origin } });
        expect(await signIn(origin)).toSucceed();
        expect(await signIn("https://elsewhere.example")).toRefuseWith("cross_site_refused");
      },
    );
  });
}
