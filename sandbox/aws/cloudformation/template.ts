/** Any value in a template: plain JSON with intrinsic functions such as `{"Ref": "Table"}`. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, Value>>;
  readonly Metadata?: Readonly<Record<string, Value>>;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** CloudFormation template in its JSON form. */
export interface Template {
  readonly Metadata?: Readonly<Record<string, Value>>;
  readonly Parameters?: Readonly<Record<string, Value>>;
  readonly Mappings?: Readonly<Record<string, Value>>;
  readonly Conditions?: Readonly<Record<string, Value>>;
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, Value>>;
}

/** Call of an intrinsic function. */
export interface Call {
  readonly name: string;
  readonly argument: Value;
}

/** Returns the name and argument of an intrinsic function; undefined if the value isn't one. */
export function intrinsic(value: Value): Call | undefined {
  if (!isObject(value)) return undefined;
  const [entry, further] = Object.entries(value);
  if (entry === undefined || further !== undefined) return undefined;
  const [name, argument] = entry;
  return name === "Ref" || name === "Condition" || name.startsWith("Fn::") ? { name, argument } : undefined;
}

export function isObject(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Properties of a resource, or any other named values. */
export type Properties = Readonly<Record<string, Value>>;

export interface Output {
  readonly Value: Value;
  readonly Condition?: string;
  readonly Export?: { readonly Name: Value };
}

export function outputsOf({ Outputs = {} }: Template): Readonly<Record<string, Output>> {
  return Outputs as unknown as Readonly<Record<string, Output>>;
}
