/** Takes a resource into care; it is given back when the work is over. */
export type Use = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

/**
 * Does some work with resources that are given back afterwards, the last one first, however the work ended.
 * The language's `await using` would do, but the tool that checks our borders cannot parse it yet.
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
