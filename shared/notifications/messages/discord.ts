import { escapedMarkdown, type Message } from "./message.ts";

/** Discord's limits on characters of an embed's parts, and on fields. */
const maxLengths = { title: 256, description: 2_000, field: 1_024, fields: 25 };
const colors = { info: 0x2e7d32, warning: 0xef6c00, error: 0xc62828 } as const;

/** Returns a message as a Discord embed. Mentions in its text notify no one. */
export function discordBody({ title, text, facts, link, severity }: Message): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapedMarkdown(title, maxLengths.title),
        description: escapedMarkdown(text, maxLengths.description),
        color: colors[severity],
        fields: facts
          .slice(0, maxLengths.fields)
          .map(([name, value]) => ({ name, value: escapedMarkdown(value, maxLengths.field) })),
        ...(link !== undefined && { url: link.url }),
      },
    ],
  };
}
