import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import type { CallOptions } from "../../support/http/call.ts";
import type { TestService } from "../../support/test-service.ts";

/** Returns the demo with a script that answers senders itself. */
export function worldWithAnswer() {
  const world = demoWorld();
  const answer = {
    useScriptResult: true,
    status: 201,
    headers: { "X-Order": "7", "Set-Cookie": "a=b", "Transfer-Encoding": "chunked", "X-Broken": "a\r\nX-Other: b" },
    body: { thanks: true },
  };
  const [contacts] = world.databases ?? [];
  contacts?.scripts?.push({ name: "Answer", steps: [{ json: answer }] });
  return world;
}

/** Creates a file with a receiver, a key for it, and access to the events received there. */
export async function hooks(service: TestService) {
  const key = await service.aKey();
  const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/OttoReceiver/records";
  const rows = async () => {
    const { body } = await service.raw("GET", `${records}?_limit=1000`, { key });
    return (body.response.data ?? []) as { recordId: string; fieldData: Record<string, string> }[];
  };
  const read = async (id: string) => (await service.admin("GET", `/svc/api/deliveries/${id}`)).body.response.delivery;
  return {
    key,
    read,
    /** Sends an event with the key as bearer. */
    send: (method: string, path: string, options: CallOptions = {}) => service.raw(method, path, { key, ...options }),
    async register(channel: string, settings: object = {}, secret?: string, useFileReceiver = false) {
      const body = {
        channel,
        filename: "Contacts",
        label: channel,
        settings,
        useFileReceiver,
        ...(secret !== undefined && { secret }),
      };
      const answer = await service.admin("POST", "/svc/api/webhooks", body);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.response;
    },
    async inbox(recordId: string): Promise<{ Channel: string; Payload: string }> {
      const { body } = await service.raw("GET", `${records}/${recordId}`, { key });
      return body.response.data[0].fieldData;
    },
    /** Returns the events of a channel, oldest first. */
    received: async (channel: string) =>
      (await rows())
        .filter(({ fieldData }) => fieldData.Channel === channel)
        .map(({ fieldData }) => JSON.parse(fieldData.Payload ?? "")),
    /** Returns a delivery after this number of finished attempts. */
    async attempted(id: string, times = 1) {
      for (;;) {
        const delivery = await read(id);
        if (delivery.tries.length >= times) return delivery;
        await service.turn(1);
      }
    },
    /** Returns a delivery after its end. */
    async ended(id: string) {
      for (;;) {
        const delivery = await read(id);
        if (delivery.state !== "pending") return delivery;
        // A queue on AWS delivers its messages when time advances.
        await service.turn(1);
      }
    },
  };
}
