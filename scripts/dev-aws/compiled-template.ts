import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";

interface Packed {
  artifact?: string | undefined;
  individually?: boolean | undefined;
}

/** Parts of the framework that compile the template. */
export interface Compiler {
  readonly service: {
    readonly package: Packed;
    readonly functions: Readonly<Record<string, { package?: Packed }>>;
    readonly provider: { readonly compiledCloudFormationTemplate?: object };
  };
  readonly pluginManager: {
    readonly hooks: Readonly<Record<string, readonly { readonly hook: () => unknown }[]>>;
  };
}

/** Events of `serverless package` that make the template, in their order. The others bundle functions and write files. */
const events = [
  "package:initialize",
  "package:setupProviderConfiguration",
  "package:compileFunctions",
  "package:compileLayers",
  "package:compileEvents",
  "aws:package:finalize:addExportNameForOutputs",
  "aws:package:finalize:mergeCustomProviderResources",
  "aws:package:finalize:stripNullPropsFromTemplateResources",
];

/** Empty archive. The framework puts a hash of each function's archive into the template, and nothing here runs an archive. */
const emptyZip = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);

/** Returns the template that `serverless package` would write, in a tenth of its time: functions aren't bundled. */
export async function compiledTemplate({ service, pluginManager }: Compiler): Promise<Template> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-template-"));
  const artifact = join(folder, "empty.zip");
  writeFileSync(artifact, emptyZip);
  const functions = Object.values(service.functions);
  const previous = { service: { ...service.package }, functions: functions.map((one) => one.package) };
  try {
    Object.assign(service.package, { artifact, individually: false });
    for (const one of functions) delete one.package;
    for (const event of events)
      for (const when of [`before:${event}`, event, `after:${event}`])
        for (const { hook } of pluginManager.hooks[when] ?? []) await hook();
    return structuredClone(service.provider.compiledCloudFormationTemplate) as Template;
  } finally {
    for (const name of ["artifact", "individually"] as const) delete service.package[name];
    Object.assign(service.package, previous.service);
    for (const [at, one] of functions.entries())
      if (previous.functions[at] !== undefined) one.package = previous.functions[at];
      else delete one.package;
    rmSync(folder, { recursive: true });
  }
}
