import type { SpecDatabase } from "@aws-cdk/service-spec-types";
import type { Specification } from "../../sandbox/aws/cloudformation/specification.ts";

/** Returns AWS's own resource specification in the form that the rules of templates read. */
export function specificationOf(spec: SpecDatabase): Specification {
  return {
    resource: (type) => spec.lookup("resource", "cloudFormationType", "equals", type)[0],
    definition: (id) => spec.get("typeDefinition", id).properties,
  };
}
