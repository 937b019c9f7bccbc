import type { TestProject } from "vitest/node";
import { startDynoxide } from "../../sandbox/dynamodb/dynoxide.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the DynamoDB of this run answers; every service has a table of its own there. */
    readonly dynoxide: string;
  }
}

/** One DynamoDB for all services of a run that use the adapters for AWS. */
export default async function dynoxideOfTheRun({ provide }: TestProject): Promise<() => Promise<void>> {
  const dynoxide = await startDynoxide();
  provide("dynoxide", dynoxide.endpoint);
  return () => dynoxide.stop();
}
