/** Type of a property or attribute in CloudFormation's resource specification. */
export type PropertyType =
  | { readonly type: "array" | "map"; readonly element: PropertyType }
  | { readonly type: "union"; readonly types: readonly PropertyType[] }
  | { readonly type: "ref"; readonly reference: { readonly $ref: string } }
  | { readonly type: "string" | "number" | "integer" | "boolean" | "json" | "date-time" | "null" | "tag" };

export interface PropertySpecification {
  readonly type: PropertyType;
  readonly required?: boolean;
  /** `maybe` depends on the value. */
  readonly causesReplacement?: "yes" | "no" | "maybe";
}

export type PropertySpecifications = Readonly<Record<string, PropertySpecification>>;

export interface ResourceSpecification {
  readonly properties: PropertySpecifications;
  readonly attributes: Readonly<Record<string, { readonly type: PropertyType }>>;
  /** Names of the properties that identify a resource of this type. */
  readonly primaryIdentifier?: readonly string[];
}

/** CloudFormation's resource specification, such as `@aws-cdk/aws-service-spec`. */
export interface Specification {
  /** Returns undefined if there is no such resource type. */
  resource(type: string): ResourceSpecification | undefined;
  /** Returns the properties of a nested type, which a property's type names by `$ref`. */
  definition(id: string): PropertySpecifications;
}
