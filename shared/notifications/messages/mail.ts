import { cut, type Message } from "./message.ts";

/** Subjects are not folded within a word. */
const mostSubjectCharacters = 150;

/** Subject and text of a mail. */
export function mailText({ title, text, facts, link }: Message): { readonly subject: string; readonly text: string } {
  const lines = [text, "", ...facts.map(([name, value]) => `${name}: ${value}`)];
  const linked = link === undefined ? [] : ["", link.url];
  return {
    subject: cut(oneLine(`${title}: ${text}`), mostSubjectCharacters),
    text: `${[...lines, ...linked].join("\n")}\n`,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
