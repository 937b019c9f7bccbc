import type { OutputOf } from "../../../api/operations.ts";
import type { DeploymentRequest, SecretsOf } from "./request.ts";

/** What a form begins with: a deployment that there was, or a recipe, their secrets masked. */
export interface Beginning {
  readonly request: DeploymentRequest;
  /** What the masks in it stand for. */
  readonly secretsOf: NonNullable<SecretsOf>;
  /** The recipe that is changed or run. */
  readonly recipe?: OutputOf<"GET /svc/api/deployment/recipes/{id}">["recipe"];
}
