import { intrinsic, isObject, type Template, type Value } from "../../../sandbox/aws/cloudformation/template.ts";
import type { Condition, Statement } from "./policy.ts";
import { arnOf, resolved } from "./resolved.ts";

/** Permissions of each function, and the names of the resources that they refer to. */
export interface Roles {
  /** Statements by function name in serverless.yml. */
  readonly functions: Readonly<Record<string, readonly Statement[]>>;
  /** ARNs by resource name in the template. */
  readonly arns: Readonly<Record<ResourceName, string>>;
}

const resourceNames = [
  "Table",
  "EncryptionKey",
  "Jobs",
  "DeadJobs",
  "Deliveries",
  "DeadDeliveries",
  "SchedulerRole",
  "Blobs",
  "ServiceLog",
] as const;

type ResourceName = (typeof resourceNames)[number];

/** Returns the roles of all functions of a packaged stack. */
export function rolesOf(template: Template): Roles {
  const functions = Object.values(template.Resources)
    .filter(({ Type }) => Type === "AWS::Lambda::Function")
    .map(({ Properties = {} }) => [nameOf(Properties), statementsOf(Properties.Role ?? null, template)] as const);
  const arns = resourceNames.map((name) => [name, arnOf(name, template)] as const);
  return { functions: Object.fromEntries(functions), arns: Object.fromEntries(arns) as Roles["arns"] };
}

function nameOf({ FunctionName }: Readonly<Record<string, Value>>): string {
  return String(FunctionName).replace(/^latchkey-prod-/, "");
}

function statementsOf(role: Value, template: Template): readonly Statement[] {
  const [logicalId] = (intrinsic(role)?.argument ?? []) as readonly string[];
  const { Policies } = template.Resources[logicalId ?? ""]?.Properties ?? {};
  const policies = resolved(Policies ?? [], template) as unknown as readonly {
    readonly PolicyDocument: { readonly Statement: readonly Readonly<Record<string, Value>>[] };
  }[];
  return policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement.map(statementOf));
}

const known = new Set(["Sid", "Effect", "Action", "Resource", "Condition"]);

/** Returns a statement of the template with its references resolved. */
export function statementOf(statement: Readonly<Record<string, Value>>): Statement {
  const strange = Object.keys(statement).find((name) => !known.has(name));
  if (strange !== undefined) throw new Error(`${strange} is not known to the evaluator of roles`);
  const { Effect, Action, Resource, Condition } = statement;
  if (Effect !== "Allow" && Effect !== "Deny") throw new Error(`A statement cannot have the effect ${Effect}`);
  return { effect: Effect, actions: texts(Action), resources: texts(Resource), conditions: conditionsOf(Condition) };
}

function conditionsOf(block: Value | undefined): readonly Condition[] {
  return Object.entries(isObject(block) ? block : {}).flatMap(([operator, keys]) =>
    Object.entries(isObject(keys) ? keys : {}).map(([key, values]) => ({ operator, key, values: texts(values) })),
  );
}

function texts(value: Value | undefined): readonly string[] {
  return [value ?? []].flat().map(String);
}
