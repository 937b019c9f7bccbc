import { cut, type Message } from "./message.ts";

/** Slack's limits on a header, a section and the fallback text. */
const maxLengths = { header: 150, section: 3_000, text: 4_000 };

/** Returns a message as Slack blocks. */
export function slackBody({ title, text, facts, link, severity }: Message): object {
  const mark = severity === "info" ? "✅" : severity === "error" ? "🔴" : "🟠";
  const lines = facts.map(([name, value]) => `*${escaped(name)}:* ${escaped(value)}`);
  const linked = link === undefined ? [] : [`<${link.url}|${escaped(link.label)}>`];
  return {
    text: cut(`${mark} ${escaped(title)}: ${escaped(text)}`, maxLengths.text),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(`${mark} ${title}`, maxLengths.header) } },
      {
        type: "section",
        text: { type: "mrkdwn", text: cut([escaped(text), ...lines, ...linked].join("\n"), maxLengths.section) },
      },
    ],
  };
}

/** Escapes the only special characters in Slack, because `<!channel>` would notify everyone. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
