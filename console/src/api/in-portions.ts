/**
 * Calls `ask` with portions of at most `maxItems` items, one call after the other.
 * @throws the first error. Earlier portions are done.
 */
export async function inPortions<Item, Answer>(
  items: readonly Item[],
  maxItems: number,
  ask: (portion: Item[]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += maxItems) answers.push(await ask(items.slice(at, at + maxItems)));
  return answers;
}
