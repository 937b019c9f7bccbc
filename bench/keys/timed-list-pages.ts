import * as z from "zod";

/** Reads the complete list of Data API keys page by page, and returns the duration of each page in milliseconds. */
export async function timedListPages(port: number, adminKey: string): Promise<number[]> {
  const pages: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: "1000", ...(cursor !== undefined && { cursor }) });
    const startedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/svc/api/api-key?${query}`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    const text = await answer.text();
    pages.push(performance.now() - startedAt);
    if (answer.status !== 200) throw new Error(`the list of keys answered ${answer.status}`);
    cursor = ListPage.parse(JSON.parse(text)).response.cursor;
  }
  return pages;
}

const ListPage = z.object({ response: z.object({ cursor: z.string().nullable() }) });
