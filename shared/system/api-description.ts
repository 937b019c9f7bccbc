/** JSON Schema 2020-12 in the API description, limited to what the page uses. */
export interface DescribedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DescribedSchema;
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
  readonly oneOf?: readonly DescribedSchema[];
  readonly allOf?: readonly DescribedSchema[];
}

/** Request or response body in the API description. */
export interface DescribedContent {
  readonly schema?: DescribedSchema;
  readonly example?: unknown;
}

/** Operation in the API description. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly example?: unknown;
    readonly schema: DescribedSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, DescribedContent>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, DescribedContent>>;
        /** Names of catalog errors with this status. */
        readonly "x-errors"?: readonly string[];
      }
    >
  >;
}

/** Description of this API in OpenAPI 3.1. */
export interface ApiDescription {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, DescribedSchema>> };
}

/** Returns the description, from the contracts, with this service's prefix in its paths. */
export async function apiDescription(prefix: string): Promise<ApiDescription> {
  const { default: document } = await import("./api-document.ts");
  const description = document as unknown as ApiDescription;
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path.replace(/^\/svc\//, `/${prefix}/`),
    item,
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}
