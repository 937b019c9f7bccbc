/** Calls the management API at a path below the prefix, and returns its response. @throws Error for a refusal */
export type AdminCall = <Response>(method: string, path: string, body?: object) => Promise<Response>;

/** Returns a function that calls with the sandbox's Admin Console account. Only for stages on the sandbox. */
export function adminCallAt(address: string): AdminCall {
  return async <Response>(method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        Authorization: `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`,
        "Content-Type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { readonly response: Response }).response;
  };
}
