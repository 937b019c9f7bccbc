import type { OutputOf } from "../../../api/operations.ts";
import type { DeploymentRequest, SecretsOf } from "./request.ts";

/** Initial value of a form: an earlier deployment or a recipe, with masked secrets. */
export interface Beginning {
  readonly request: DeploymentRequest;
  /** Origin of the masked secrets. */
  readonly secretsOf: NonNullable<SecretsOf>;
  /** Recipe that is edited or run. */
  readonly recipe?: OutputOf<"GET /svc/api/deployment/recipes/{id}">["recipe"];
}
