import type { DescribedContent, DescribedOperation } from "../api-description.ts";

/** Example call, and the kind of its response. */
export interface SampleCall {
  readonly method: string;
  /** Path with example values for its parameters. */
  readonly path: string;
  /** Name of the variable with the key. */
  readonly credential: string | undefined;
  readonly body: unknown;
  readonly kind: AnswerKind;
}

/** `envelope`: that of the management API. `json`: without envelope. `text`: not JSON. */
type AnswerKind = "envelope" | "json" | "text";

/** Same, and `followed`: an event stream. */
type DescribedKind = AnswerKind | "followed";

/** Names of variables from which samples read credentials. */
const credentials: Readonly<Record<string, string>> = {
  adminKey: "ADMIN_KEY",
  dataKey: "DATA_KEY",
  metricsToken: "METRICS_TOKEN",
};

/** Returns the example of an operation as a call. Undefined for form pages, which are for people, and for streams. */
export function sampleCall(method: string, template: string, operation: DescribedOperation): SampleCall | undefined {
  const { parameters = [], security = [], requestBody } = operation;
  const { answer, kind } = answerOf(operation);
  const body = requestBody?.content["application/json"]?.example;
  if (kind === "text" && method !== "get") return undefined;
  // A stream never ends, so its response can't be printed.
  if (kind === "followed") return undefined;
  let path = template;
  const query = new URLSearchParams();
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    // A parameter with the rest of a path is a path itself.
    const text = name === "path" ? String(example) : encodeURIComponent(String(example));
    if (location === "path") path = path.replace(`{${name}}`, text);
    else if (location === "query") query.append(name, String(example));
  }
  if (path.includes("{")) return undefined;
  const scheme = security.flatMap((choice) => Object.keys(choice)).find((name) => credentials[name] !== undefined);
  // Proxied responses without a key are at a URL that only another response contains.
  if (scheme === undefined && kind === "json" && answer === undefined) return undefined;
  return {
    method: method.toUpperCase(),
    path: query.size === 0 ? path : `${path}?${query}`,
    credential: scheme && credentials[scheme],
    body,
    kind,
  };
}

/** Returns the successful response of an operation and its format. Proxied responses are treated as JSON. */
export function answerOf({ responses }: DescribedOperation): {
  readonly answer?: DescribedContent;
  readonly kind: DescribedKind;
} {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [type, answer] = Object.entries(success?.content ?? {})[0] ?? [];
  if (type === undefined || answer === undefined) return { kind: "json" };
  if (type === "text/event-stream") return { kind: "followed" };
  if (!type.startsWith("application/json")) return { kind: "text" };
  return { answer, kind: answer.schema?.properties?.messages === undefined ? "json" : "envelope" };
}

/** Returns the call for a shell. `BASE_URL` and the key are variables. */
export function curlSample({ method, path, credential, body }: SampleCall): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$BASE_URL${path.replaceAll("$", "\\$")}"`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return parts.join(" \\\n  ");
}

/** Returns the call for TypeScript with the platform's fetch. `baseUrl` and the key are variables. */
export function typeScriptSample({ method, path, credential, body, kind }: SampleCall): string {
  const headers = [
    ...(credential === undefined ? [] : [`Authorization: \`Bearer \${${variable(credential)}}\``]),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`]),
  ];
  const init = options.length === 0 ? "" : `, {\n  ${options.join("\n  ")}\n}`;
  const call = `const answer = await fetch(\`\${baseUrl}${path}\`${init});`;
  if (kind !== "envelope") return `${call}\nconsole.log(await answer.${kind}());`;
  return [
    call,
    "const { messages: [message], response } = await answer.json();",
    "if (message.code !== 0) throw new Error(message.text);",
    "console.log(response);",
  ].join("\n");
}

function variable(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
