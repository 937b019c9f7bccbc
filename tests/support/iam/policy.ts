/** Statement of a role's policies after all CloudFormation references are resolved. */
export interface Statement {
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
}

/** One line of a statement's Condition block. */
export interface Condition {
  /** Such as `ForAllValues:StringLike`. */
  readonly operator: string;
  /** Such as `dynamodb:LeadingKeys`. */
  readonly key: string;
  readonly values: readonly string[];
}

/** Permission that a call requires from IAM. A call that does several things requires several. */
export interface Permission {
  /** Such as `dynamodb:PutItem`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys of the request with their values; keys that the request doesn't have are omitted. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Reason for the permission, if the action doesn't say so. */
  readonly reason?: string;
}

/** True if IAM allows the permission by identity policies: at least one statement allows it, and none denies it. */
export function isAllowed(statements: readonly Statement[], permission: Permission): boolean {
  const matching = statements.filter((statement) => matches(statement, permission));
  return matching.some(({ effect }) => effect === "Allow") && !matching.some(({ effect }) => effect === "Deny");
}

function matches({ actions, resources, conditions }: Statement, { action, resource, keys = {} }: Permission): boolean {
  return (
    actions.some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase())) &&
    resources.some((pattern) => isLike(pattern, resource)) &&
    conditions.every((condition) => holds(condition, keys))
  );
}

function holds({ operator, key, values }: Condition, keys: NonNullable<Permission["keys"]>): boolean {
  const { quantifier, compare, ifExists } = parsed(operator);
  const name = Object.keys(keys).find((given) => given.toLowerCase() === key.toLowerCase());
  const given = name === undefined ? undefined : keys[name];
  const isGood = (value: string) => values.some((wanted) => compare(wanted, value));
  // A missing key matches any values: IAM documents this and warns about it.
  if (quantifier === "ForAllValues") return (given ?? []).every(isGood);
  if (given === undefined) return ifExists;
  if (quantifier === "ForAnyValue") return given.some(isGood);
  if (given.length > 1) throw new Error(`${key} has several values: its condition needs ForAllValues or ForAnyValue`);
  return given.every(isGood);
}

interface Operator {
  readonly quantifier: string | undefined;
  readonly compare: (wanted: string, value: string) => boolean;
  readonly ifExists: boolean;
}

/** Operators that our roles use. An unknown operator must not be ignored. */
const parsed = remembered((operator: string): Operator => {
  const [, quantifier, comparison = "", ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  const compare = comparisons[comparison];
  if (compare === undefined) throw new Error(`The operator ${operator} is not known to the evaluator of roles`);
  return { quantifier, compare, ifExists: ifExists !== undefined };
});

const comparisons: Readonly<Record<string, (wanted: string, value: string) => boolean>> = {
  StringEquals: (wanted, value) => wanted === value,
  StringLike: isLike,
  ArnLike: isLike,
};

/** True if a text matches a pattern in which `*` represents any characters and `?` one character. */
function isLike(pattern: string, text: string): boolean {
  return expressionOf(pattern).test(text);
}

const expressionOf = remembered((pattern: string): RegExp => {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  return new RegExp(`^${source}$`);
});

/** Caches each parsed text: roles are few, and every AWS call is checked against one. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.get(text) ?? read(text);
    known.set(text, value);
    return value;
  };
}
