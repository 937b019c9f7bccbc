import { expect, onTestFinished } from "vitest";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { receivers } from "./support/a-receiver.ts";

verifies("triggers:invoke:unreachable", async () => {
  for (const invokeFailureStatus of [400, 502] as const) {
    const world = {
      ...demoWorld(),
      server: { version: "26.0.1.68", odata: { invoke: "immediate" as const, invokeFailureStatus } },
    };
    const receiver = await receivers();
    const service = await testService({ decorate: receiver.decorate, sandbox: { world } });
    onTestFinished(() => service.stop());
    const file = { filename: "Contacts", key: await service.aKey({ isOData: true }) };
    const url = receiver.localUrl("/gone");
    const destination = { kind: "address", url, headers: {} };
    const definition = { label: "test", ...file, tableName: "Contacts", destination };
    const made = await service.admin("POST", "/svc/api/triggers", definition);
    expect(made.status, made.text).toBe(200);
    await receiver.stop();
    const path = `/svc/api/triggers/${made.body.response.trigger.id}/invoke`;
    const answer = await service.admin("POST", path, { rowIDs: [1] });
    expect(answer).toRefuseWith("trigger_unreachable");
    expect(answer.text).toContain(url);
  }
});
