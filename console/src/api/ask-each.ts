/** Calls `ask` for one item after the other, and continues after failures. @throws SomeRefused */
export async function askEach<Item>(items: readonly Item[], ask: (item: Item) => Promise<unknown>): Promise<void> {
  const refusals: unknown[] = [];
  for (const item of items) await ask(item).catch((thrown: unknown) => refusals.push(thrown));
  if (refusals.length > 0) throw new SomeRefused(refusals[0], refusals.length, items.length);
}

/** Thrown when some or all calls failed; has only the first reason. */
export class SomeRefused extends Error {
  override readonly name = "SomeRefused";
  readonly first: Error;
  readonly failed: number;
  readonly asked: number;

  constructor(first: unknown, failed: number, asked: number) {
    super("Not all were done");
    this.first = first instanceof Error ? first : new Error(String(first));
    this.failed = failed;
    this.asked = asked;
  }
}
