/** Values in a client's configuration. */
export interface Connection {
  /** Name of the server in the client. */
  readonly name: string;
  readonly url: string;
  /** True if the client signs in; otherwise it sends a key. */
  readonly isSignedIn: boolean;
  /** Prefix of keys. Default: `dk_`. */
  readonly keyStart?: "dk_" | "ak_";
}

export const clients = [
  "claude-code",
  "claude-desktop",
  "vs-code",
  "cursor",
  "codex",
  "inspector",
  "mcporter",
] as const;
export type Client = (typeof clients)[number];

/** Configuration of a client, with its product name and the file that it is stored in (undefined: a terminal command). */
export interface ClientConfiguration {
  readonly product: string;
  readonly file: string | undefined;
  readonly text: string;
}

const json = (value: object) => JSON.stringify(value, null, 2);
const variableOf = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
const bearerOf = ({ keyStart = "dk_" }: Connection) => `Bearer ${keyStart}…`;

/** Returns the configuration of a client. */
export function configurationOf(client: Client, connection: Connection): ClientConfiguration {
  const { name, url, isSignedIn } = connection;
  const bearer = bearerOf(connection);
  const header = isSignedIn ? "" : ` --header "Authorization: ${bearer}"`;
  const variable = variableOf(name);
  switch (client) {
    case "claude-code":
      return {
        product: "Claude Code",
        file: undefined,
        text: `claude mcp add --transport http ${name} ${url}${header}`,
      };
    case "claude-desktop": {
      const key = { args: [`Authorization:\${${variable}_AUTH}`], env: { [`${variable}_AUTH`]: bearer } };
      const server = isSignedIn
        ? { command: "npx", args: ["mcp-remote", url] }
        : { command: "npx", args: ["mcp-remote", url, "--header", ...key.args], env: key.env };
      return {
        product: "Claude Desktop",
        file: "claude_desktop_config.json",
        text: json({ mcpServers: { [name]: server } }),
      };
    }
    case "vs-code":
      return { product: "VS Code", file: ".vscode/mcp.json", text: json(inVsCode(connection)) };
    case "cursor":
      return { product: "Cursor", file: ".cursor/mcp.json", text: usualConfiguration(connection) };
    case "codex": {
      const lines = [`[mcp_servers.${name}]`, `url = "${url}"`];
      if (!isSignedIn) lines.push(`bearer_token_env_var = "${variable}_KEY"`);
      return { product: "Codex", file: "~/.codex/config.toml", text: lines.join("\n") };
    }
    case "inspector":
      return {
        product: "Inspector",
        file: undefined,
        text: isSignedIn
          ? `npx @modelcontextprotocol/inspector --web --transport http --server-url ${url}`
          : `npx @modelcontextprotocol/inspector --cli ${url} --transport http${header} --method tools/list`,
      };
    case "mcporter": {
      const server = url.startsWith("http:") ? `${url} --allow-http` : url;
      return {
        product: "mcporter",
        file: undefined,
        text: isSignedIn
          ? `npx mcporter auth ${server}`
          : `npx mcporter list --http-url ${server} --header "Authorization=${bearer}"`,
      };
    }
  }
}

/** Returns the format that most clients accept. */
export function usualConfiguration(connection: Connection): string {
  const { name, url, isSignedIn } = connection;
  const server = isSignedIn ? { url } : { url, headers: { Authorization: bearerOf(connection) } };
  return json({ mcpServers: { [name]: server } });
}

function inVsCode({ name, url, isSignedIn, keyStart = "dk_" }: Connection): object {
  if (isSignedIn) return { servers: { [name]: { type: "http", url } } };
  const id = `${name}-key`;
  return {
    servers: { [name]: { type: "http", url, headers: { Authorization: `Bearer \${input:${id}}` } } },
    inputs: [
      {
        type: "promptString",
        id,
        description: keyStart === "ak_" ? "Admin API Key" : "Data API Key",
        password: true,
      },
    ],
  };
}
