// Creates the files of a new resource with one operation that lists stored items, and prints the lines to add by hand:
// `npm run new-resource -- webhooks`. The files compile as they are; rename what is in them first.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { errorResources } from "#shared/contract/errors.ts";

/** Returns the files of a resource by path. `name` is its lowercase plural: `webhooks`. */
export function filesOfResource(name: string): Readonly<Record<string, string>> {
  const one = name.replace(/s$/, "");
  const type = one.charAt(0).toUpperCase() + one.slice(1);
  const many = type === one ? type : `${type}s`;
  return {
    [`shared/${name}/contract.ts`]: `import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";

/** One of the ${name}, as callers see it. */
export const ${type} = z.object({ id: z.string() });
export type ${type} = z.infer<typeof ${type}>;

export const ${name} = resource({
  list${many}: {
    method: "GET",
    path: "/svc/api/${name}",
    summary: "List ${name}",
    access: "admin",
    input: z.object({}),
    output: z.object({ ${name}: z.array(${type}) }),
    errors: [],
    example: { output: { ${name}: [{ id: "1" }] } },
  },
});
`,
    [`shared/${name}/errors.ts`]: `import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of ${name}. */
export const ${one}Errors = {} as const satisfies ErrorEntries;
`,
    [`shared/${name}/service.ts`]: `import type { ServiceOf } from "#shared/contract/operation.ts";
import type { ${name} } from "./contract.ts";
import type { ${type}Store } from "./store.ts";

export function ${one}Service(store: ${type}Store): ServiceOf<typeof ${name}> {
  return {
    list${many}: async () => ({ ${name}: await store.all() }),
  };
}
`,
    [`shared/${name}/store.ts`]: `import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import type { Table } from "#shared/ports/table.ts";

/** Fields of a stored item. */
const ${type}Fields = z.object({ schema: z.literal(1), id: z.string() });

const partition = "${name}";
/** Partitions that this store owns, as roles name them. \`*\` matches any characters. */
export const ${one}Partitions = [partition];

export type ${type}Store = ReturnType<typeof ${one}Store>;

export function ${one}Store(table: Pick<Table, "query">) {
  return {
    async all(): Promise<z.infer<typeof ${type}Fields>[]> {
      const items = await Array.fromAsync(allItems(table, { pk: partition }));
      return items.map(({ fields }) => ${type}Fields.parse(fields));
    },
  };
}
`,
    [`functions/${name}/handler.ts`]: `import { ${name} } from "#shared/${name}/contract.ts";
import { serve } from "../edge/serve.ts";
import * as wiring from "./wiring.ts";

export const handler = serve(${name}, wiring.${name});
`,
    [`functions/${name}/lambda.ts`]: `import { onLambda } from "../lambda/on-lambda.ts";
import { handler as served } from "./handler.ts";

export const handler = onLambda(served, {});
`,
    [`functions/${name}/needs.ts`]: `import { ${one}Partitions } from "#shared/${name}/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: idSecrets,
  opens: callSecrets,
  reads: [callReads, ${one}Partitions],
  writes: [callPartitions, ${one}Partitions],
  parts: {},
};
`,
    [`functions/${name}/wiring.ts`]: `import { ${one}Service } from "#shared/${name}/service.ts";
import { ${one}Store } from "#shared/${name}/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export const ${name} = memoized(({ table }: Pick<Platform, "table">) => ${one}Service(${one}Store(table)));
`,
    [`tests/requirements/${name}.ts`]: `import type { RequirementList } from "./requirement.ts";

export const ${name} = {
  "${name}:list:all": {
    text: "GET /svc/api/${name} lists all ${name}.",
    source: 'Specification, "Endpoints", GET /svc/api/${name}',
  },
} as const satisfies RequirementList;
`,
    [`tests/${name}/list.test.ts`]: `import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("${name}:list:all", async () => {
  const answer = await service.admin("GET", "/svc/api/${name}");
  expect(answer.status).toBe(200);
  expect(answer.body.response).toEqual({ ${name}: [] });
});
`,
  };
}

/** Writes the files below `root`. @throws Error if the name is invalid or one of the files exists */
export function writeResource(name: string, root: string): readonly string[] {
  if (!/^[a-z]{2,30}$/.test(name))
    throw new Error(`A resource must be one lower-case word, such as webhooks, not ${name}`);
  const files = Object.entries(filesOfResource(name));
  const taken = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`Already exists: ${taken.join(", ")}`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return files.map(([path]) => path);
}

/** Returns the lines to add by hand, each with its file. */
export function linesByHand(name: string): readonly string[] {
  const one = name.replace(/s$/, "");
  const role = `${name.charAt(0).toUpperCase()}${name.slice(1)}Role`;
  const last = Math.max(...Object.values(errorResources).map(({ newNumbersFrom }) => newNumbersFrom));
  return [
    `shared/contract/catalogue.ts: import { ${name} }, and add it to the catalogue`,
    `shared/contract/errors.ts: ${name}: { newNumbersFrom: ${last + 25}, errors: ${one}Errors },`,
    `serverless.yml, functions: ${name}, with role: ${role} and a route \`ANY …/api/${name}\` (and \`…/{path+}\` for paths below it)`,
    `serverless.yml, resources: ${role}: \${file(functions/stack.json):roles.${name}}`,
    `tests/requirements.ts: import the list; tests/requirements/groups.ts: add the group`,
    "the console's menu and its messages, if it has a page",
    "then: npm run stack, npm run format, npm run documents, npm run check",
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const name = process.argv[2] ?? "";
  try {
    for (const path of writeResource(name, resolve(fileURLToPath(new URL("../", import.meta.url)))))
      console.log(`+ ${path}`);
    console.log("\nBy hand:");
    for (const line of linesByHand(name)) console.log(`  ${line}`);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
