/** Optional settings of the stack, from its parameters. Empty texts mean none. */
export interface StackOptions {
  /** Reserved concurrent executions by function name. */
  readonly concurrency: Readonly<Record<string, number | string>>;
  /** True to send traces to X-Ray. */
  readonly tracing: boolean | string;
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

type Resources = Record<string, Resource>;

/** Applies optional settings to all functions and to the stage. */
export function applyOptions(resources: Resources, { concurrency, tracing }: StackOptions): void {
  for (const [name, reserved] of Object.entries(concurrency)) {
    if (reserved === "") continue;
    functionNamed(resources, name).Properties.ReservedConcurrentExecutions = Number(reserved);
  }
  if (String(tracing) !== "true") return;
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type === "AWS::Lambda::Function") Properties.TracingConfig = { Mode: "Active" };
    if (Type === "AWS::ApiGateway::Stage") Properties.TracingEnabled = true;
  }
}

function functionNamed(resources: Resources, name: string): Resource {
  const found = resources[`${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`];
  if (found === undefined) throw new Error(`The template has no function ${name}.`);
  return found;
}

interface Target {
  readonly Id: string;
  readonly [property: string]: unknown;
}

/** Maximum number of targets of a rule. */
const maxTargets = 5;

/**
 * Merges schedules that run at the same times into one rule with a target for each: the framework makes a rule and a permission for each,
 * and the number of resources of a stack is limited.
 */
export function joinSchedules(resources: Resources): void {
  const first = new Map<string, readonly [name: string, rule: Resource]>();
  for (const [name, rule] of Object.entries(resources)) {
    if (rule.Type !== "AWS::Events::Rule") continue;
    const key = JSON.stringify([rule.Properties.ScheduleExpression, rule.Properties.State]);
    const targets = targetsOf(rule);
    rule.Properties.Targets = targets.map((target, at) => ({ ...target, Id: `${name}-${at}` }));
    const found = first.get(key);
    if (found === undefined || targetsOf(found[1]).length + targets.length > maxTargets) {
      first.set(key, [name, rule]);
      continue;
    }
    const [kept, { Properties }] = found;
    Properties.Targets = [...targetsOf(found[1]), ...targetsOf(rule)];
    delete resources[name];
    allowFrom(resources, name, kept);
  }
}

function targetsOf({ Properties }: Resource): readonly Target[] {
  return Properties.Targets as readonly Target[];
}

/** Lets a rule invoke the functions of a rule that was merged into it, with one permission per function. */
function allowFrom(resources: Resources, merged: string, kept: string): void {
  const permissions = Object.entries(resources).filter(([, { Type }]) => Type === "AWS::Lambda::Permission");
  const isOf = (rule: string, { SourceArn }: Record<string, unknown>) =>
    JSON.stringify(SourceArn) === JSON.stringify({ "Fn::GetAtt": [rule, "Arn"] });
  const functionOf = ({ Properties }: Resource) => JSON.stringify(Properties.FunctionName);
  const allowed = new Set(permissions.flatMap(([, one]) => (isOf(kept, one.Properties) ? [functionOf(one)] : [])));
  for (const [name, permission] of permissions) {
    if (!isOf(merged, permission.Properties)) continue;
    if (allowed.has(functionOf(permission))) delete resources[name];
    else permission.Properties.SourceArn = { "Fn::GetAtt": [kept, "Arn"] };
  }
}
