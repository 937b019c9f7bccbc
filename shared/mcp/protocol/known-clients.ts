/** Program that makes a call, as it names itself. */
export interface ClientName {
  readonly name: string;
  readonly version: string;
}

/**
 * First versions of the clients that show models only structured content. Decision 0220 has the sources. Other clients get the whole
 * result as text as well.
 */
const structuredReaders: Readonly<Record<string, readonly [major: number, minor: number]>> = {
  "claude-code": [2, 1],
  "codex-mcp-client": [0, 135],
};

/** True if the client shows models structured content instead of text. */
export function readsStructuredContent(client: ClientName | undefined): boolean {
  const first = client === undefined ? undefined : structuredReaders[client.name];
  if (client === undefined || first === undefined) return false;
  const [major = 0, minor = 0] = client.version.split(".").map(Number);
  return major > first[0] || (major === first[0] && minor >= first[1]);
}

/** Returns the client in a User-Agent, such as `claude-code/2.1.204 (cli)`. Clients of old revisions have no other name in a call. */
export function clientInUserAgent(userAgent: string | undefined): ClientName | undefined {
  const [, name, version] = /^([\w-]{1,64})\/(\d{1,6}\.\d{1,6}[\w.-]{0,64})/.exec(userAgent ?? "") ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}
