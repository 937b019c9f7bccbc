import { readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
const prefixParameter = "${param:prefix}";

/** The only path without the prefix. The router maps it to the same path after the prefix, which is in the table. */
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

export interface RouteEntry {
  readonly function: string;
  /** Path of the module from the project's root, without its extension. */
  readonly module: string;
  readonly method: string;
  /** Path after the service prefix: `/api/api-key/{key}`. */
  readonly template: string;
  readonly streams: boolean;
}

/** Reads the route table from serverless.yml, which also defines the AWS stack. */
export function readRouteTable(file: URL): readonly RouteEntry[] {
  const { functions } = Stack.parse(parse(functionsIn(readFileSync(file, "utf8")), { logLevel: "error", merge: true }));
  return Object.entries(functions).flatMap(([name, { handler, events }]) =>
    // Events of queues and schedules have no route.
    events
      .flatMap(({ http }) => (http === undefined || http.path === pathAtRoot ? [] : [http]))
      .map((http) => ({
        function: name,
        // Next to each function's Lambda entry point is the list of its resources, which is used directly here.
        module: handler.replace(/\/\w+\.handler$/, "/area"),
        method: http.method.toUpperCase(),
        template: http.path.slice(prefixParameter.length),
        streams: http.response !== undefined,
      })),
  );
}

/** Returns the only section that is read. The rest is ten times as long, and parsing it would delay the start. */
function functionsIn(text: string): string {
  const [section] = /^functions:\n(?:[ #].*\n|\n)+/m.exec(text) ?? [];
  if (section === undefined) throw new Error("serverless.yml lists no functions");
  return section;
}
