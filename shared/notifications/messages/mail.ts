import { cut, type Message } from "./message.ts";

/** Maximum length of a subject, because subjects can't be folded within a word. */
const maxSubjectCharacters = 150;

/** Returns subject and text of an email. */
export function mailText({ title, text, facts, link }: Message): { readonly subject: string; readonly text: string } {
  const lines = [text, "", ...facts.map(([name, value]) => `${name}: ${value}`)];
  const linked = link === undefined ? [] : ["", link.url];
  return {
    subject: cut(oneLine(`${title}: ${text}`), maxSubjectCharacters),
    text: `${[...lines, ...linked].join("\n")}\n`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
