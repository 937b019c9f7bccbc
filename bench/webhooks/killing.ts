import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { randomNumbers } from "../load/random-numbers.ts";
import { startOf } from "../machine/process-reading.ts";
import { withResources } from "../machine/with-resources.ts";
import { startLatchkeyOn, startLatchkeyPeer } from "../peers/latchkey.ts";
import { startUpstream } from "../upstream/running-upstream.ts";
import { registerWebhook } from "./receiving-latchkey.ts";
import type { WebhookStage } from "./stage.ts";
import type { WebhookValues } from "./targets.ts";

const Accepted = z.object({ deliveryId: z.string() });
const senders = 8;
const seed = 20_261_122;

/** Kills Latchkey at random times while it accepts and delivers events, repeatedly, and counts events that were answered but are lost. */
export function lostAfterKills({ plan, directory, cores, print }: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, cores?.load));
    const dataFolder = join(directory, "killed");
    const start = { upstream: upstream.origin, core: cores?.proxy };
    const first = await startLatchkeyPeer(dataFolder, start);
    await registerWebhook(first);
    const { authorization = "", adminAuthorization = "" } = first;
    await first[Symbol.asyncDispose]();

    const random = randomNumbers(seed);
    const answered: string[] = [];
    for (let kills = 0; kills < plan.kills; kills += 1) {
      const program = await startLatchkeyOn(dataFolder, start);
      const port = Number(program.readiness);
      const sending = Array.from({ length: senders }, () => send(port, authorization, answered));
      await wait(200 + random() * 500);
      process.kill(program.pid, "SIGKILL");
      await Promise.all(sending);
      while (startOf(program.pid) !== "") await wait(5);
    }

    const last = use(await startLatchkeyOn(dataFolder, start));
    const kept = async (id: string): Promise<boolean> => {
      const url = `http://127.0.0.1:${last.readiness}/svc/api/deliveries/${id}`;
      return (await fetch(url, { headers: { Authorization: adminAuthorization } })).status === 200;
    };
    let lost = 0;
    for (const id of answered) if (!(await kept(id))) lost += 1;
    const twice = answered.length - new Set(answered).size;
    print({
      title: "kill -9 at any moment",
      columns: ["kills", "events answered", "not kept", "ids given twice"],
      rows: [[plan.kills, answered.length, lost, twice]],
    });
    return { lostAfterKills: lost + twice };
  });
}

/** Sends events one after the other until the server no longer answers. */
async function send(port: number, authorization: string, answered: string[]): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/svc/receiver/X/bench`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: authorization },
        body: '{"order":7}',
      });
      answered.push(Accepted.parse(await answer.json()).deliveryId);
    } catch (error) {
      if (error instanceof TypeError) return; // The connection was closed with the program: there was no answer.
      throw error;
    }
  }
}
