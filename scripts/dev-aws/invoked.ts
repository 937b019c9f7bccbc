/** Returns the invocation address of a function by its full name, as in Lambda's own API. */
export function invocationsAt(lambdaOrigin: string, name: string): string {
  return `${lambdaOrigin}/2015-03-31/functions/${name}/invocations`;
}

/** Returns a function's response to an event, or undefined. @throws Error with the function's failure */
export async function invoked<T>(address: string, event: object, signal?: AbortSignal): Promise<T | undefined> {
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(event), ...(signal && { signal }) });
  const text = await answer.text();
  const result = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok || result?.errorMessage !== undefined) throw new Error(`The function failed: ${text.slice(0, 500)}`);
  return result ?? undefined;
}
