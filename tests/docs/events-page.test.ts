import { expect, test } from "vitest";
import type * as z from "zod";
import { type EventName, eventCatalogue } from "#shared/notifications/events/contract.ts";
import { outgoingRequest } from "#shared/notifications/messages/outgoing-request.ts";

const entries = Object.entries(eventCatalogue) as [EventName, (typeof eventCatalogue)[EventName]][];

test("docs/reference/events.md matches the catalog of events", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/events.md");
});

test("the example of every event has exactly the fields of its data, and recipients get it in every format", () => {
  for (const [event, { data, example, title }] of entries) {
    expect(data.strict().parse(example), event).toEqual(example);
    const notified = { event, data: example } as Parameters<typeof outgoingRequest>[1];
    const addressed = { channelUrl: "", workflowUrl: "" };
    for (const type of ["slack", "teams", "discord"] as const)
      expect(outgoingRequest({ type, ...addressed }, notified, 0).body, `${event} ${type}`).toContain(title);
  }
});

function page(): string {
  return [
    "# Events",
    "",
    'Latchkey sends notifications for these events. A destination of the type `webhook` gets `{"event": "…", "data": {…}}`, signed according to [Standard Webhooks](https://www.standardwebhooks.com). [Notifications](../guides/notifications.md) shows how to add destinations.',
    "",
    "A destination gets events of its `minimumSeverity` or higher. An event that ends another one, such as `agent_back`, goes to the same destinations.",
    "",
    "| event | severity | description |",
    "| --- | --- | --- |",
    ...entries.map(([event, { severity, title }]) => `| [${event}](#${event}) | ${severity} | ${title} |`),
    "",
    ...entries.flatMap(([event, { severity, description, data, example }]) => [
      `<a id="${event}"></a>`,
      `## ${event}`,
      "",
      `\`${severity}\`. ${description}`,
      "",
      ...fieldsOf(data),
      "",
      "```json",
      JSON.stringify({ event, data: example }, null, 2),
      "```",
      "",
    ]),
  ].join("\n");
}

function fieldsOf(data: z.ZodObject): readonly string[] {
  const rows = Object.entries(data.shape).map(
    ([name, schema]) => `| \`${name}\` | ${(schema as z.ZodType).description ?? ""} |`,
  );
  return ["| field | description |", "| --- | --- |", ...rows];
}
