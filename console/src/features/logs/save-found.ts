import { call } from "../../api/client.ts";
import { saveText } from "../../ui/buttons/save-text.ts";
import type { Question } from "./search/log-filter.ts";

/** Maximum size of a saved file in characters, limited by the browser's memory. */
const maxCharacters = 50_000_000;

/** Saves all matches of the filters, oldest first, and returns the number of saved records. */
export async function saveFound(
  name: string,
  question: Question,
  onProgress: (count: number) => void,
): Promise<number> {
  const parts: string[] = [];
  let [count, characters] = [0, 0];
  for (let cursor: string | null = ""; cursor !== null && characters < maxCharacters; ) {
    const page: { records: readonly FoundRecord[]; cursor: string | null } = await call(
      "GET /svc/api/logs/{name}/search",
      {
        ...question,
        name,
        limit: 1_000,
        order: "oldest",
        ...(cursor && { cursor }),
      },
    );
    for (const { text, more } of page.records) {
      const part = `${[text, ...more].join("\n")}\n`;
      parts.push(part);
      characters += part.length;
    }
    count += page.records.length;
    cursor = page.cursor;
    onProgress(count);
  }
  saveText(name.replace(/(\.log)?$/, "-found.log"), parts);
  return count;
}

interface FoundRecord {
  readonly text: string;
  readonly more: readonly string[];
}

/** Returns the text of a range of lines. */
export async function linesText(name: string, first: number, last: number): Promise<string> {
  const texts: string[] = [];
  while (first + texts.length <= last) {
    const count = Math.min(2_000, last - first - texts.length + 1);
    const page = await call("GET /svc/api/logs/{name}/lines", { name, from: first + texts.length, count });
    if (page.lines.length === 0) break;
    texts.push(...page.lines.map(({ text }) => text));
  }
  return texts.join("\n");
}
