import { globSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";

/** Every module that can open a connection, and the servers that it calls. */
const connecting: Readonly<Record<string, string>> = {
  "local-agent/builds/publish/to-ftp.ts": "the address that callouts have checked",
  "local-agent/builds/publish/to-sftp.ts": "the address that callouts have checked",
  "local-agent/commands/one-time-call.ts": "the service, or the one-time address that it signed",
  "local-agent/conformance/call.ts": "FileMaker Server, at the addresses that an administrator names on its host",
  "local-agent/doctor/doctor.ts": "the service",
  "local-agent/doctor/web-findings.ts": "the service",
  "local-agent/link/connection.ts": "the service",
  "local-agent/link/service-call.ts": "the service",
  "local-agent/server/admin-calls.ts": "FileMaker Server on its own host",
  "local-runtime/commands/health.ts": "the service on this machine",
  "local-runtime/otto/json-api.ts": "the two servers that `latchkey import-otto` names",
  "shared/filemaker/wire/undici.ts": "FileMaker Server at FMS_URL",
  "shared/node/callouts.ts": "every other server, at an address that was checked",
  "shared/filemaker/wire/certificate-probe.ts": "FileMaker Server at FMS_URL, by a handshake",
  "shared/node/smtp-mailer.ts": "mail servers, at an address that was checked",
};

const modules =
  'node:(?:https?|http2|net|tls|dgram)|undici(?:/[^"]*)?|nodemailer|basic-ftp|ssh2|ws|[^"]*/node-http\\.ts';
const imported = new RegExp(
  `(?:^|\\n)import (?!type )([^;]*?) from "(?:${modules})"|import\\("(?:${modules})"\\)`,
  "g",
);
/** Exports of these modules that don't open connections. */
const harmless =
  /^(?:type )?(?:isIP|createSecureContext|getCACertificates|setDefaultCACertificates|STATUS_CODES|ServerResponse|IncomingMessage|Server|TLSSocket|WebSocketServer|WebSocket as \w+|(?:createServer|Server)(?: as \w+)?)$/;

function connects(source: string): boolean {
  const code = source.replace(/`[^`]*`|^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  if (/(?<![.\w])fetch\(/.test(code) || /export \{ default as Pool \} from "undici/.test(code)) return true;
  return [...code.matchAll(imported)].some(([, names]) => {
    if (names === undefined) return true;
    const listed = names.replace(/[{}\n]/g, " ").split(",");
    return listed.some((name) => {
      const text = name.trim();
      return text !== "" && !text.startsWith("type ") && !harmless.test(text);
    });
  });
}

verifies("system:callouts:modules", () => {
  const files = globSync("{functions,shared,local-runtime,local-agent}/**/*.{ts,mjs}").filter(
    (file) => !file.endsWith(".d.ts"),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => connects(readFileSync(file, "utf8"))).sort();
  expect(found).toEqual(Object.keys(connecting).sort());
});

verifies("system:callouts:modules", "the page of outgoing connections lists each of them", () => {
  const page = readFileSync("docs/reference/outgoing-connections.md", "utf8");
  const listed = [...page.matchAll(/^\| `([^`]+\.ts)` \|/gm)].map(([, module]) => module);
  expect(listed.sort()).toEqual(Object.keys(connecting).sort());
});

verifies("system:callouts:modules", "the search finds modules that connect, and ignores others", () => {
  for (const source of [
    'import { request } from "node:https";',
    'import { request as send } from "node:http";',
    'import { request } from "#shared/node/node-http.ts";',
    'import { connect } from "node:net";',
    'const { createTransport } = await import("nodemailer");',
    "const answer = await fetch(address);",
  ])
    expect(connects(source), source).toBe(true);
  for (const source of [
    'import { isIP } from "node:net";',
    'import type { Socket } from "node:net";',
    "const cached = cache.fetch(key);",
  ])
    expect(connects(source), source).toBe(false);
});
