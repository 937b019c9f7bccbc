import { escapedMarkdown, type Message } from "./message.ts";

/** Most characters of an embed's parts, and fields, that Discord accepts. */
const most = { title: 256, description: 2_000, field: 1_024, fields: 25 };
const colours = { info: 0x2e7d32, warning: 0xef6c00, error: 0xc62828 } as const;

/** A message as an embed of Discord. Nobody is called by what stands in it. */
export function discordBody({ title, text, facts, link, severity }: Message): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapedMarkdown(title, most.title),
        description: escapedMarkdown(text, most.description),
        color: colours[severity],
        fields: facts
          .slice(0, most.fields)
          .map(([name, value]) => ({ name, value: escapedMarkdown(value, most.field) })),
        ...(link !== undefined && { url: link.url }),
      },
    ],
  };
}
