/** Registers a resource for disposal after the work. */
export type Use = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

/**
 * Runs some work with resources that are disposed afterwards, last one first, even after a failure. Replaces the language's `await using`,
 * which the tool that checks our imports can't parse yet.
 */
export async function withResources<Result>(work: (use: Use) => Promise<Result>): Promise<Result> {
  const resources = new AsyncDisposableStack();
  let failure: { readonly error: unknown } | undefined;
  try {
    return await work((resource) => resources.use(resource));
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    await resources.disposeAsync().catch((error: unknown) => {
      throw failure === undefined ? error : new SuppressedError(error, failure.error);
    });
  }
}
