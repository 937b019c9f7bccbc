import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, describe, expect } from "vitest";
import { calloutAddresses } from "#shared/node/callout-addresses.ts";
import { callouts } from "#shared/node/callouts.ts";
import type { CalloutRules } from "#shared/node/checked-address.ts";
import { smtpMailer } from "#shared/node/smtp-mailer.ts";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { addressesBehindNames, hostsOfUnlistedNetworks, hostsThatAreNeverCalled } from "../attacks/support/hosts.ts";
import { verifies } from "../support/verifies.ts";

/** Bytes received by a listener at every address of this machine: anything sent despite the rules arrives here. */
const bytes: Buffer[] = [];
let answer = "";
const listener = createServer((socket) => {
  bytes.push(Buffer.alloc(0));
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    bytes.push(chunk);
    socket.end(answer);
  });
});
listener.listen(0);
await once(listener, "listening");
const { port } = listener.address() as { port: number };
afterAll(() => new Promise((resolve) => listener.close(resolve)));

const mail = { id: "1", from: "a@example.com", to: ["b@example.com"], subject: "x", text: "x" };

/** Every way in which Latchkey calls a server that an administrator named. */
const ways: Readonly<Record<string, (rules: CalloutRules, host: string) => Promise<unknown>>> = {
  get: (rules, host) => callouts(rules).get({ ...request(host), largestBytes: 10 }),
  call: (rules, host) => callouts(rules).call({ ...request(host), method: "POST", body: "secret", largestBytes: 10 }),
  open: (rules, host) => callouts(rules).open({ ...request(host), signal: new AbortController().signal }),
  addressOf: (rules, host) =>
    callouts(rules).addressOf(new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ""), 1_000),
  mail: (rules, host) => smtpMailer(rules).send({ host, port, security: "none", account: undefined }, mail),
};

function request(host: string) {
  return { url: new URL(`https://${host}:${port}/`), timeoutMs: 2_000, port };
}

/** Networks that an administrator may list, and that still allow none of these hosts. */
const everything = ["0.0.0.0/0", "::/0"];

const toBad = { "metadata.google.internal": "169.254.169.254", "intranet.example.com": "10.0.0.1" };

async function thrownBy(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (thrown) {
    return thrown;
  }
}

describe.each(Object.keys(ways))("through %s", (name) => {
  const way = ways[name] as (typeof ways)[string];
  const isRefused = async (rules: CalloutRules, host: string, why: string) => {
    const thrown = await thrownBy(async () => way(rules, host));
    // Such a host can't be part of a URL, so it can't be stored.
    if (thrown instanceof TypeError && !URL.canParse(`https://${host}:${port}/`)) return;
    // A host that name resolution doesn't read as an address has none.
    const hasNoAddress = thrown instanceof CalloutFailed && thrown.message === `Couldn't find an address for ${host}.`;
    if (!hasNoAddress) expect(thrown, `${host} ${why}`).toBeInstanceOf(CalloutRefused);
    expect(bytes, `${host} ${why}`).toEqual([]);
  };

  verifies(
    "system:callouts:refused",
    "no notation of this machine or a metadata service is called, regardless of the list",
    async () => {
      expect(hostsThatAreNeverCalled.length + hostsOfUnlistedNetworks.length).toBeGreaterThan(300);
      for (const host of hostsThatAreNeverCalled)
        await isRefused({ isAllowed: calloutAddresses(everything) }, host, "listed");
    },
  );

  verifies("system:callouts:refused", "no unlisted private network is called", async () => {
    for (const host of [...hostsOfUnlistedNetworks, ...hostsThatAreNeverCalled])
      await isRefused({ isAllowed: calloutAddresses([]) }, host, "private");
  });

  verifies(
    "system:callouts:refused",
    "a name that resolves there isn't called, nor one with a single such address",
    async () => {
      const isAllowed = calloutAddresses([]);
      for (const [host, bad] of Object.entries(toBad)) {
        await isRefused({ isAllowed, addressesOf: async () => [bad] }, host, "by name");
        await isRefused({ isAllowed, addressesOf: async () => ["8.8.8.8", bad] }, host, "mixed");
        await isRefused({ isAllowed, addressesOf: async () => ["2606:4700::1111", "::1"] }, host, "mixed");
      }
      for (const bad of addressesBehindNames)
        await isRefused({ isAllowed, addressesOf: async () => ["8.8.8.8", bad] }, "inside.example.com", bad);
      await expect(way({ isAllowed, addressesOf: async () => [] }, "nowhere.example.com")).rejects.toThrow(
        CalloutFailed,
      );
    },
  );

  verifies(
    "system:callouts:refused",
    "a name that would resolve elsewhere the second time is resolved once",
    async () => {
      const answers = ["8.8.8.8", "127.0.0.1", "127.0.0.1"];
      const asked: string[] = [];
      const addressesOf = async (host: string) => {
        asked.push(host);
        return [answers.shift() ?? "127.0.0.1"];
      };
      // Only the first answer is checked for the connection. No server is listening in the test, and it doesn't matter.
      const checked: string[] = [];
      const isAllowed = (address: string) => {
        checked.push(address);
        return false;
      };
      await isRefused({ isAllowed, addressesOf }, "twice.example.com", "rebinding");
      expect([asked, checked]).toEqual([["twice.example.com"], ["8.8.8.8"]]);
    },
  );

  verifies(
    "system:callouts:prevented",
    "with PREVENT_DAPI_CALLOUT nothing is called, and no name is resolved",
    async () => {
      const addressesOf = async () => Promise.reject(new Error("A name was looked up"));
      const rules = { isAllowed: () => true, areOn: false, addressesOf };
      await expect(way(rules, "shop.example.com")).rejects.toThrow("`PREVENT_DAPI_CALLOUT`");
      expect(bytes).toEqual([]);
    },
  );
});

verifies(
  "system:callouts:refused",
  "the connection uses the checked address, and redirects aren't followed",
  async () => {
    let looked = 0;
    const addressesOf = async () => {
      looked += 1;
      // After the first lookup, the name resolves to an address where another listener would be.
      return looked === 1 ? ["127.0.0.1"] : ["127.0.0.2"];
    };
    const rules = { isAllowed: (address: string) => address === "127.0.0.1", addressesOf };
    answer = `HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254:${port}/\r\nContent-Length: 0\r\n\r\n`;
    const url = new URL(`http://moves.example.com:${port}/`);
    const { status } = await callouts(rules).get({ url, port, timeoutMs: 2_000, largestBytes: 10 });
    expect([status, looked]).toEqual([302, 1]);
    expect(bytes.filter(({ length }) => length === 0)).toHaveLength(1);
  },
);

verifies(
  "system:reach:bounded",
  "a server that hangs, or sends byte by byte, is abandoned at the request's timeout",
  async () => {
    const timers = new Set<NodeJS.Timeout>();
    const slow = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (chunk) => {
        if (chunk.toString().includes("/hang")) return;
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        timers.add(setInterval(() => socket.write("x"), 10));
      });
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const at = slow.address() as { port: number };
    const here = callouts({ isAllowed: () => true, addressesOf: async () => ["127.0.0.1"] });
    for (const path of ["/hang", "/drip"]) {
      const url = new URL(`http://slow.example.com:${at.port}${path}`);
      const call = here.call({ url, port: at.port, method: "POST", timeoutMs: 200, largestBytes: 64_000 });
      await expect(call, path).rejects.toThrow("did not respond within 0.2 seconds");
    }
    for (const timer of timers) clearInterval(timer);
    slow.close();
  },
);
