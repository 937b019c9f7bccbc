import type { DescribedContent, DescribedOperation } from "../api-description.ts";

/** What an example call sends, and what kind of answer it gets. */
export interface SampleCall {
  readonly method: string;
  /** With example values in place of its parameters. */
  readonly path: string;
  /** The variable with the key that it shows. */
  readonly credential: string | undefined;
  readonly body: unknown;
  readonly kind: AnswerKind;
}

/** `envelope`: the management API's. `json`: without it. `text`: no JSON. */
type AnswerKind = "envelope" | "json" | "text";

/** The same, and `followed`: a stream of events. */
type DescribedKind = AnswerKind | "followed";

/** The variables that samples read their credentials from. */
const credentials: Readonly<Record<string, string>> = {
  adminKey: "ADMIN_KEY",
  dataKey: "DATA_KEY",
  metricsToken: "METRICS_TOKEN",
};

/** The example of an operation as a call. Pages that take forms are for people, and what is followed has no whole answer: undefined. */
export function sampleCall(method: string, template: string, operation: DescribedOperation): SampleCall | undefined {
  const { parameters = [], security = [], requestBody } = operation;
  const { answer, kind } = answerOf(operation);
  const body = requestBody?.content["application/json"]?.example;
  if (kind === "text" && method !== "get") return undefined;
  // An answer that goes on for as long as its reader stays cannot be printed at its end.
  if (kind === "followed") return undefined;
  let path = template;
  const query = new URLSearchParams();
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    // What takes the rest of a path is a path itself.
    const text = name === "path" ? String(example) : encodeURIComponent(String(example));
    if (location === "path") path = path.replace(`{${name}}`, text);
    else if (location === "query") query.append(name, String(example));
  }
  if (path.includes("{")) return undefined;
  const scheme = security.flatMap((choice) => Object.keys(choice)).find((name) => credentials[name] !== undefined);
  // Without a key, what another server answers is behind an address that only an answer of its own holds.
  if (scheme === undefined && kind === "json" && answer === undefined) return undefined;
  return {
    method: method.toUpperCase(),
    path: query.size === 0 ? path : `${path}?${query}`,
    credential: scheme && credentials[scheme],
    body,
    kind,
  };
}

/** What an operation answers when all is well, and in which form. What other servers answer through it is taken for JSON. */
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

/** The call for a shell. `BASE_URL` and the key are variables there. */
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

/** The call for TypeScript, with the fetch of the platform. `baseUrl` and the key are variables there. */
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
