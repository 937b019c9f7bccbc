/** Type of a property or attribute in CloudFormation's resource specification. */
export type PropertyType =
  | { readonly type: "array" | "map"; readonly element: PropertyType }
  | { readonly type: "union"; readonly types: readonly PropertyType[] }
  | { readonly type: "ref"; readonly reference: { readonly $ref: string } }
  | { readonly type: "string" | "number" | "integer" | "boolean" | "json" | "date-time" | "null" | "tag" };

type Typed = Readonly<Record<string, { readonly type: PropertyType }>>;

/** CloudFormation's resource specification, such as `@aws-cdk/aws-service-spec`. */
export interface Specification {
  /** Returns undefined if there is no such resource type. */
  resource(type: string): { readonly properties: Typed; readonly attributes: Typed } | undefined;
  /** Returns the properties of a nested type, which a property's type names by `$ref`. */
  definition(id: string): Typed;
}
