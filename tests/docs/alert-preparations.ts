import { alerts } from "#shared/usage/alerts/contract.ts";
import type { TestService } from "../support/test-service.ts";
import type { Prepared } from "./preparations.ts";

/** Returns the preconditions of the alert rule examples. */
export function alertPreparations(service: TestService) {
  const rule = async (): Promise<Prepared> => {
    const { status, text, body } = await service.admin("POST", "/svc/api/alerts", alerts.createAlert.example.input);
    if (status !== 200) throw new Error(text);
    return { names: { [`/alerts/${alerts.getAlert.example.input.id}`]: `/alerts/${body.response.alert.id}` } };
  };
  return { getAlert: rule, updateAlert: rule, deleteAlert: rule };
}
