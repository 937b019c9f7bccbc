import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
const prefixParameter = "${param:prefix}";

/** The one path without the prefix. The router leads it to the same path behind the prefix, which stands in the table. */
const pathAtRoot = ".well-known/{path+}";

const HttpEvent = z.object({
  method: z.string(),
  path: z.union([z.string().startsWith(`${prefixParameter}/`), z.literal(pathAtRoot)]),
  response: z.object({ transferMode: z.literal("STREAM") }).optional(),
});
const Stack = z.object({
  functions: z.record(
    z.string(),
    z.object({ handler: z.string(), events: z.array(z.object({ http: HttpEvent.optional() })) }),
  ),
});

/** One line of the route table. */
export interface RouteEntry {
  readonly function: string;
  /** The module's path from the project's root, without its ending. */
  readonly module: string;
  readonly method: string;
  /** Behind the service prefix: `/api/api-key/{key}`. */
  readonly template: string;
  readonly streams: boolean;
}

/** Reads the route table from serverless.yml, which the AWS stack is made from too. */
export function readRouteTable(file: URL): readonly RouteEntry[] {
  const { functions } = Stack.parse(parse(functionsIn(readFileSync(file, "utf8")), { logLevel: "error", merge: true }));
  return Object.entries(functions).flatMap(([name, { handler, events }]) =>
    // What a queue or a clock calls has no route.
    events
      .flatMap(({ http }) => (http === undefined || http.path === pathAtRoot ? [] : [http]))
      .map((http) => ({
        function: name,
        // Beside each function's Lambda entry is the handler that it wraps, and that serves here as it is.
        module: handler.replace(/\/\w+\.handler$/, "/handler"),
        method: http.method.toUpperCase(),
        template: http.path.slice(prefixParameter.length),
        streams: http.response !== undefined,
      })),
  );
}

/** The part that is read here. The stack around it is ten times as long, and a start would wait for it to be parsed. */
function functionsIn(text: string): string {
  const [section] = /^functions:\n(?:[ #].*\n|\n)+/m.exec(text) ?? [];
  if (section === undefined) throw new Error("serverless.yml lists no functions");
  return section;
}
