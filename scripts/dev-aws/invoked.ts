/** Where a function of the stack is invoked, as Lambda's own API does it. */
export function invocationsAt(lambdaOrigin: string, service: string, name: string): string {
  return `${lambdaOrigin}/2015-03-31/functions/${service}-dev-${name}/invocations`;
}

/** What a function answers to an event; undefined for nothing. @throws Error with what it failed with */
export async function invoked<T>(address: string, event: object, signal?: AbortSignal): Promise<T | undefined> {
  const answer = await fetch(address, { method: "POST", body: JSON.stringify(event), ...(signal && { signal }) });
  const text = await answer.text();
  const result = text === "" ? undefined : JSON.parse(text);
  if (!answer.ok || result?.errorMessage !== undefined) throw new Error(`The function failed: ${text.slice(0, 500)}`);
  return result ?? undefined;
}
