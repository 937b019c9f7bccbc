import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { NotAService } from "#shared/transfer/otto/api-answer.ts";
import type { OttoItem, OttoKind } from "#shared/transfer/otto/contract.ts";
import { ottoItems } from "#shared/transfer/otto/items.ts";
import { readOldServer } from "#shared/transfer/otto/old-server.ts";
import { staysBehind } from "#shared/transfer/otto/stays-behind.ts";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { exitCodeOf, SettingRefused } from "../../functions/settings/setting-refused.ts";
import { loopbackUrl } from "../http/listening.ts";
import { type Ask, type Brought, bringFrom } from "../otto/bring.ts";
import { jsonApi } from "../otto/json-api.ts";
import { presentThings } from "../otto/present-things.ts";

// Copies the configuration of an OttoFMS to this service: latchkey import-otto URL [--to URL] [--preview]
const usage = "Usage: latchkey import-otto URL [--to URL] [--preview]";

const kinds: Readonly<Record<OttoKind, string>> = {
  "data-key": "Data API key",
  "admin-key": "Admin API key",
  webhook: "Webhook",
  "mcp-server": "MCP server",
  "mcp-tool": "Tool",
  note: "Note",
  location: "Offsite location",
  schedule: "Offsite schedule",
  notifications: "Notification settings",
};

const isTerminal = process.stdin.isTTY === true;
/** Shows what is typed, except secrets. */
let isMuted = false;
const screen = new Writable({
  write(chunk, _encoding, done) {
    if (!isMuted) process.stdout.write(chunk);
    done();
  },
});
const input = createInterface({ input: process.stdin, output: screen, terminal: isTerminal });
const lines = input[Symbol.asyncIterator]();

const ask: Ask = async (question, isSecret) => {
  process.stdout.write(`${question}: `);
  isMuted = isSecret && isTerminal;
  const { value, done } = await lines.next();
  isMuted = false;
  if (isSecret || !isTerminal) process.stdout.write("\n");
  return done === true ? "" : value.trim();
};

try {
  const options = { to: { type: "string" }, preview: { type: "boolean", default: false } } as const;
  const { values, positionals } = parsedArguments(options);
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) throw new SettingRefused(usage);
  process.exitCode = await importOtto(baseOf(address), baseOf(values.to ?? ownAddress()), values.preview);
} catch (thrown) {
  if (!(thrown instanceof SettingRefused) && !(thrown instanceof NotAService)) throw thrown;
  console.error(thrown.message);
  process.exitCode = thrown instanceof SettingRefused ? exitCodeOf(thrown) : 1;
} finally {
  input.close();
}

function parsedArguments<const O extends NonNullable<Parameters<typeof parseArgs>[0]>["options"]>(options: O) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    throw new SettingRefused(`${(cause as Error).message}\n${usage}`);
  }
}

async function importOtto(from: string, to: string, isPreview: boolean): Promise<number> {
  const oldKey = await ask(`Admin API key of ${from}`, true);
  const ownKey = await ask(`Admin API key of ${to}`, true);
  const [anonymous, withKey] = [jsonApi(from, undefined), jsonApi(from, `Bearer ${oldKey}`)];
  const old = await readOldServer({
    base: from,
    get: (path, { sendsKey }) => (sendsKey ? withKey : anonymous).get(path),
  });
  const own = jsonApi(to, `Bearer ${ownKey}`);
  const items = ottoItems(old, await presentThings(old, own));
  console.log(`\nFound at ${from}:`);
  for (const item of items) console.log(lineOf(item));
  for (const part of old.unread) console.log(`not read  ${part}`);
  console.log(`\n${staysBehind.join("\n")}`);
  const count = items.filter(({ state }) => state === "new").length;
  if (isPreview || count === 0) {
    console.log(count === 0 ? "\nNothing new to create." : "\nNothing was created.");
    return 0;
  }
  if (
    !/^y(?:es)?$/i.test(
      await ask(`\nCreate ${count} of them here? Nothing changes on the old server (yes or no)`, false),
    )
  ) {
    console.log("Nothing was created.");
    return 0;
  }
  const results = await bringFrom(items, own, ask);
  console.log("\nResult:");
  for (const result of results) console.log(lineOf(result));
  for (const { name } of results.filter(({ kind, state }) => kind === "schedule" && state === "created"))
    console.log(`The offsite schedule ${name} is disabled here. Disable it on the old server, then enable it here.`);
  return results.some(({ state }) => state === "left-out" || state === "failing") ? 1 : 0;
}

function lineOf({ kind, name, state, reason }: Pick<OttoItem, "kind" | "name" | "state" | "reason"> | Brought): string {
  return `${state.replace("-", " ").padEnd(10)}${kinds[kind]}: ${name}${reason === null ? "" : `: ${reason}`}`;
}

/** Returns an address without a slash at its end. @throws SettingRefused */
function baseOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    throw new SettingRefused(`${address} isn't an address, such as https://fms.example.com/otto`);
  return url.href.replace(/\/+$/, "");
}

/** Returns this service's address: the public one, or the one on this machine. */
function ownAddress(): string {
  const settings = readLocalSettings();
  return `${settings.BASE_URL ?? loopbackUrl(settings, settings.PORT)}/${settings.SERVICE_PREFIX}`;
}
