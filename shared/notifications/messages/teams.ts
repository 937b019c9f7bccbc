import { cut, type Message } from "./message.ts";

/** Together below 18 KB: Teams wraps a card once more, and refuses what is too long then. */
const most = { title: 200, text: 4_000, fact: 1_000 };

/** A message as an Adaptive Card, which a workflow of Teams posts. */
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
              text: escaped(cut(title, most.title)),
              weight: "Bolder",
              size: "Medium",
              color,
              wrap: true,
            },
            { type: "TextBlock", text: escaped(cut(text, most.text)), wrap: true },
            {
              type: "FactSet",
              facts: facts.map(([name, value]) => ({ title: name, value: escaped(cut(value, most.fact)) })),
            },
          ],
          ...(link !== undefined && { actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }] }),
        },
      },
    ],
  };
}

/** Cards read Markdown in texts: a link in a file's name is none. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]]/g, "\\$&");
}
