/** Reads all pages of a list. */
export async function everyPage<Page extends { readonly cursor: string | null }>(
  read: (page: { cursor?: string }) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await read(cursor === null ? {} : { cursor });
    pages.push(page);
    cursor = page.cursor;
  } while (cursor !== null);
  return pages;
}
