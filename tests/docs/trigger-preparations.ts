import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

/** Returns the preconditions of the table trigger examples. */
export function triggerPreparations(service: TestService, dataKey: string) {
  const trigger = async (): Promise<Prepared> => {
    const targets = [{ kind: "url", url: "https://shop.example.com/contacts" }];
    const destination = { kind: "relay", targets };
    const json = { label: "Contacts", filename: "Contacts", key: dataKey, tableName: "Contacts", destination };
    const { trigger: made } = (await service.admin("POST", "/svc/api/triggers", json)).body.response;
    const [target] = made.destination.targets;
    return { names: { "/triggers/3": `/triggers/${made.id}`, "/targets/5": `/targets/${target.id}` } };
  };
  return {
    readTrigger: trigger,
    updateTrigger: trigger,
    deleteTrigger: trigger,
    invokeTrigger: trigger,
    setTargetSecret: trigger,
    /** Uses the address that FileMaker Server was given. */
    async relayEvent(): Promise<Prepared> {
      await trigger();
      const path = "/svc/fmi/odata/v4/Contacts.fmp12/Webhook.GetAll";
      const headers = { "X-Svc-Normalize-Ext": "false" };
      const { webhooks } = (await service.raw("GET", path, { key: dataKey, headers })).body;
      return { names: { "/svc/triggers/in/3/1f0c": new URL(webhooks.at(-1).webhook).pathname } };
    },
  };
}
