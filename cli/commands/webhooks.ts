import type { Command } from "commander";
import { delay } from "../../client/delay.ts";
import type { Contracts, LatchkeyClient } from "../../client/latchkey-client.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { show } from "../output/show.ts";
import { visible } from "../output/table.ts";
import { note, print, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";

type Row = Contracts["deliveries"]["listDeliveries"]["output"]["deliveries"][number];

interface ListenFlags extends CallFlags {
  readonly bodies?: boolean;
  readonly interval: number;
}

/** Adds `webhooks`. All operations are in `latchkey api webhooks`. */
export function addWebhooks(program: Command, context: Context): void {
  const { terminal } = context;
  const { signal } = terminal;
  const webhooks = program.command("webhooks").description("list webhooks, and show their events as they arrive");

  withCallFlags(webhooks.command("list").description("list all webhooks")).action(async (flags: CallFlags) => {
    const listed = await clientIn(context, flags).webhooks.listWebhooks({}, { signal });
    if (flags.json || flags.ndjson) return show(terminal, listed, flags);
    const rows = listed.webhooks.map(({ id, label, url, active, last_used, last_result }) => ({
      ...{ id, label, url, active: active === 1, lastUsed: last_used, lastResult: last_result },
    }));
    show(terminal, { rows }, flags);
  });

  withCallFlags(webhooks.command("listen").description("show the events of a webhook as they arrive, until Ctrl+C"))
    .argument("<webhook>", "its id, from latchkey webhooks list", wholeNumber)
    .option("--bodies", "also show the bodies. They can contain personal data")
    .option("--interval <seconds>", "time between two questions", wholeNumber, 2)
    .addHelpText(
      "after",
      "\nShows an event when it is stored, and again with the result of its delivery. Rejected requests aren't events: see the webhook's page.",
    )
    .action(async (id: number, flags: ListenFlags) => {
      const client = clientIn(context, flags);
      const webhook = await client.webhooks.getWebhook({ id }, { signal });
      const source = `webhook-${id}`;
      const before = (await client.deliveries.listDeliveries({ source, limit: 50 }, { signal })).deliveries;
      note(terminal, `Listening to ${webhook.label ?? webhook.channel} at ${webhook.url}. Press Ctrl+C to stop.`);
      for await (const row of eventsSince(client, source, before, Math.max(1, flags.interval), signal)) {
        if (flags.json || flags.ndjson) print(terminal, JSON.stringify(row));
        else print(terminal, lineOf(row));
        if (flags.bodies && row.isNew) await printBody(terminal, client, row, flags);
      }
    });
}

/** Yields events that arrive after `before`, newest first there: each when it is stored, and again when its state changes. */
async function* eventsSince(
  client: LatchkeyClient,
  source: string,
  before: readonly Row[],
  intervalSeconds: number,
  signal: AbortSignal,
) {
  let states = new Map(before.map(({ id, state }) => [id, state]));
  let from = before[0]?.createdAt;
  for (;;) {
    await delay(intervalSeconds * 1000, signal);
    const rows: Row[] = [];
    const input = { source, limit: 50, ...(from !== undefined && { from }) };
    for await (const page of client.deliveries.listDeliveries.pages(input, { signal }))
      rows.unshift(...page.deliveries.toReversed());
    for (const row of rows) if (states.get(row.id) !== row.state) yield { ...row, isNew: !states.has(row.id) };
    // Only events from the oldest pending one on can still change.
    from = (rows.find(({ state }) => state === "pending") ?? rows.at(-1))?.createdAt ?? from;
    states = new Map(rows.map(({ id, state }) => [id, state]));
  }
}

async function printBody(terminal: Terminal, client: LatchkeyClient, { id }: Row, flags: CallFlags): Promise<void> {
  const { delivery } = await client.deliveries.getDelivery({ id }, { signal: terminal.signal });
  const { body, isWhole } = delivery.request;
  if (flags.json || flags.ndjson) print(terminal, JSON.stringify({ id, body, isWhole }));
  else print(terminal, body.split("\n").map(visible).join("\n"));
}

function lineOf({ createdAt, state, method, sizeBytes, senderId, reason }: Row): string {
  const words = [createdAt, state.padEnd(9), method, `${sizeBytes} bytes`, senderId ?? "", reason ?? ""];
  return visible(words.filter((word) => word !== "").join("  "));
}
