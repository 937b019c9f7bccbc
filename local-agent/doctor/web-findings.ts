import type { IncomingMessage, RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { certificateRefusal } from "#shared/filemaker/certificate-refusal.ts";
import { request as httpRequest } from "#shared/node/node-http.ts";
import type { Finding } from "../finding.ts";

const answerMs = 10_000;
/** Origin that no service allows. */
const unknownOrigin = "https://doctor.invalid";
/** Headers that FileMaker Server's own web server adds to all answers, which browsers accept only once. */
const singleHeaders = [
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-headers",
];

/** Checks the web server in front of the service: its kind, doubled headers, and whether it passes on WebSockets. */
export async function webFindings(linkAddress: string): Promise<readonly Finding[]> {
  const link = new URL(linkAddress.replace(/^ws/, "http"));
  const health = new URL(link.pathname.replace(/[^/]+\/?$/, "healthz"), link.origin);
  try {
    const plain = await head(health, { Origin: unknownOrigin });
    return [kind(plain), added(plain), await upgrades(link)];
  } catch (thrown) {
    // The check of the connection names the problem.
    const text = `The web server in front of Latchkey couldn't be checked: ${certificateRefusal(thrown) ?? codeOf(thrown)}.`;
    const remedy = "Fix the connection to the service first, then run doctor again.";
    return [{ check: "web_server", state: "unknown", text, remedy }];
  }
}

function kind({ headers, statusCode }: IncomingMessage): Finding {
  const check = "web_server";
  const server = headers.server === undefined ? "no web server that names itself" : headers.server;
  if (statusCode === 200) return { check, state: "ok", text: `The service responds through ${server}.` };
  const remedy = "Pass the service's paths on to Latchkey, as in the configuration files of the release.";
  return { check, state: "failed", text: `${server} responds with HTTP ${statusCode} instead of the service.`, remedy };
}

/** The service adds none of these headers for an origin that it doesn't know, so any of them is from the web server. */
function added({ rawHeaders }: IncomingMessage): Finding {
  const check = "web_server_headers";
  const names = new Set(rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const found = singleHeaders.filter((name) => names.has(name));
  if (found.length === 0)
    return { check, state: "ok", text: "The web server adds no headers that browsers accept only once." };
  const remedy =
    "Use nginx.conf of the release, whose locations don't inherit headers, next to FileMaker Server's own include.";
  return {
    check,
    state: "failed",
    text: `The web server adds headers that answers to browsers then have twice, which browsers reject: ${found.join(", ")}.`,
    remedy,
  };
}

/** The service refuses an unsigned upgrade with 401. A web server that drops the Upgrade header gets another answer. */
async function upgrades(link: URL): Promise<Finding> {
  const check = "web_server_websocket";
  const key = Buffer.alloc(16, 1).toString("base64");
  const answer = await head(link, {
    ...{ Connection: "Upgrade", Upgrade: "websocket" },
    ...{ "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key },
  });
  if (answer.statusCode === 401 || answer.statusCode === 101)
    return { check, state: "ok", text: "The web server passes WebSockets on." };
  const remedy = "Let the web server pass on the headers Upgrade and Connection for the agent's path.";
  return {
    check,
    state: "warning",
    text: `The agent's address responds with HTTP ${answer.statusCode} to a WebSocket without a signature, not with 401.`,
    remedy,
  };
}

function head(url: URL, headers: RequestOptions["headers"]): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === "https:" ? httpsRequest : httpRequest;
    const call = open(url, { headers: { ...headers }, timeout: answerMs, agent: false });
    call.once("timeout", () => call.destroy(new Error("no answer")));
    call.once("error", reject);
    call.once("response", (answer) => {
      answer.resume();
      resolve(answer);
    });
    call.once("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer);
    });
    call.end();
  });
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown error";
  return "code" in thrown ? String(thrown.code) : thrown.message;
}
