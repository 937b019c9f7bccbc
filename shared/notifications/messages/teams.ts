import { cut, type Message } from "./message.ts";

/** Together below 18 KB: Teams wraps a card again, and rejects cards that are then too long. */
const maxLengths = { title: 200, text: 4_000, fact: 1_000 };

/** Returns a message as an Adaptive Card for a Teams workflow. */
export function teamsBody({ title, text, facts, link, severity }: Message): object {
  const color = severity === "info" ? "Good" : severity === "error" ? "Attention" : "Warning";
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            {
              type: "TextBlock",
              text: escaped(cut(title, maxLengths.title)),
              weight: "Bolder",
              size: "Medium",
              color,
              wrap: true,
            },
            { type: "TextBlock", text: escaped(cut(text, maxLengths.text)), wrap: true },
            {
              type: "FactSet",
              facts: facts.map(([name, value]) => ({ title: name, value: escaped(cut(value, maxLengths.fact)) })),
            },
          ],
          ...(link !== undefined && { actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }] }),
        },
      },
    ],
  };
}

/** Escapes Markdown, which cards interpret, so that a file name can't contain a link. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]]/g, "\\$&");
}
