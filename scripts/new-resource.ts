// Creates the files of a new resource with one operation that lists stored items, and prints the lines to add by hand:
// `npm run new-resource -- webhooks files`, with its area. The files compile as they are; rename what is in them first.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { errorResources } from "#shared/contract/errors.ts";

/** Returns the files of a resource by path. `name` is its lowercase plural, such as `webhooks`; `area` is its function. */
export function filesOfResource(name: string, area: string): Readonly<Record<string, string>> {
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
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Table } from "#shared/ports/table.ts";

/** Fields of a stored item. */
const ${type}Fields = storedRecord("${name}/${one}", 1, { id: z.string() });

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
    [`functions/${area}/${name}.ts`]: `import { ${name} } from "#shared/${name}/contract.ts";
import { ${one}Service } from "#shared/${name}/service.ts";
import { ${one}Partitions, ${one}Store } from "#shared/${name}/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";

export const resource = defineResource({
  contract: ${name},
  wiring: ({ table }: Pick<Platform, "table">) => ${one}Service(${one}Store(table)),
  needs: needs(servesAdmins, { reads: [${one}Partitions], writes: [${one}Partitions] }),
});
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
export function writeResource(name: string, area: string, root: string): readonly string[] {
  if (!/^[a-z]{2,30}$/.test(name))
    throw new Error(`A resource must be one lower-case word, such as webhooks, not ${name}`);
  if (!existsSync(join(root, `functions/${area}/area.ts`))) throw new Error(`functions/ has no area ${area}`);
  const files = Object.entries(filesOfResource(name, area));
  const taken = files.map(([path]) => path).filter((path) => existsSync(join(root, path)));
  if (taken.length > 0) throw new Error(`Already exists: ${taken.join(", ")}`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return files.map(([path]) => path);
}

/** Returns the lines to add by hand, each with its file. */
export function linesByHand(name: string, area: string): readonly string[] {
  const one = name.replace(/s$/, "");
  const last = Math.max(...Object.values(errorResources).map(({ newNumbersFrom }) => newNumbersFrom));
  return [
    `shared/contract/catalogue.ts: import { ${name} }, and add it to the catalogue`,
    `shared/contract/errors.ts: ${name}: { newNumbersFrom: ${last + 25}, errors: ${one}Errors },`,
    `functions/${area}/area.ts: ${name}: { paths: ["/api/${name}"], load: () => import("./${name}.ts") },`,
    `serverless.yml, functions: ${area}: a route \`ANY …/api/${name}\` (and \`…/{path+}\` for paths below it)`,
    `tests/requirements.ts: import the list; tests/requirements/groups.ts: add the group`,
    "the console's menu and its messages, if it has a page",
    "then: npm run format, npm run documents, npm run check",
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name = "", area = ""] = process.argv.slice(2);
  try {
    for (const path of writeResource(name, area, resolve(fileURLToPath(new URL("../", import.meta.url)))))
      console.log(`+ ${path}`);
    console.log("\nBy hand:");
    for (const line of linesByHand(name, area)) console.log(`  ${line}`);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
